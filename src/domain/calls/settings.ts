import { z } from 'zod';
import { defineCall } from './define-call.ts';

/** What a visitor's screens depend on; nothing in it is anybody's. */
export const getSettings = defineCall({
  method: 'GET',
  path: '/api/ajustes',
  permission: 'public',
  tag: 'sesión',
  answer: z.object({
    /** Whether people may register themselves. */
    registro: z.boolean(),
  }),
});
