import { z } from 'zod';
import { defineCall } from './define-call.ts';
import { responsibleSchema } from './users.ts';

export const listResponsible = defineCall({
  method: 'GET',
  path: '/api/reportes/responsables',
  permission: 'reports',
  tag: 'reportes',
  answer: z.array(responsibleSchema),
});
