import { z } from 'zod';
import { defineCall } from './define-call.ts';
import { ROUTES } from './routes.ts';

const shared = { method: 'GET', permission: 'public', tag: 'salud' } as const;

const backup = z.object({ ageSeconds: z.number().nullable(), failed: z.boolean() });

/** 200 as long as the process can answer at all. */
export const getLive = defineCall({
  ...shared,
  path: '/api/health/live',
  answer: z.object({ status: z.literal('ok') }),
});

/**
 * 200 once the database answers, 503 otherwise; it says when there is no room left to record anything, and where backups are scheduled how
 * old the newest is in seconds (null: none yet) and whether the last try failed; and where there is a replica whether reports read it now.
 */
export const getHealth = defineCall({
  ...shared,
  ...ROUTES.getHealth,
  answer: z.object({
    status: z.enum(['ok', 'noSpace']),
    message: z.string().optional(),
    backup: backup.optional(),
    reports: z.enum(['replica', 'main']).optional(),
  }),
});
