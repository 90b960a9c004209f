import { z } from 'zod';
import { defineCall } from './define-call.ts';
import { ROUTES } from './routes.ts';

export const getSettings = defineCall({
  ...ROUTES.getSettings,
  permission: 'public',
  tag: 'sesión',
  answer: z.object({
    registro: z.boolean(),
    metas: z.boolean(),
    fhir: z.boolean(),
  }),
});
