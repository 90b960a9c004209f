import { z } from 'zod';
import { defineCall } from './define-call.ts';
import { ROUTES } from './routes.ts';

/** What a visitor's screens depend on; nothing in it is anybody's. */
export const getSettings = defineCall({
  ...ROUTES.getSettings,
  permission: 'public',
  tag: 'sesión',
  answer: z.object({
    /** Whether people may register themselves. */
    registro: z.boolean(),
  }),
});
