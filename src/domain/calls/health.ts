import { z } from 'zod';
import { defineCall } from './define-call.ts';
import { ROUTES } from './routes.ts';

const shared = { method: 'GET', permission: 'public', tag: 'salud' } as const;

const backup = z.object({ ageSeconds: z.number().nullable(), failed: z.boolean() });

export const getLive = defineCall({
  ...shared,
  path: '/api/health/live',
  answer: z.object({ status: z.literal('ok') }),
});

/** 503 without a database. Also reports a full disk, the newest backup (age in seconds; null: none) and the source of reports. */
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
