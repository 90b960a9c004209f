import { z } from 'zod';
import { defineCall } from './define-call.ts';
import { responsibleSchema } from './users.ts';

/** Everybody who has recorded a child, also whoever no longer works here: whom lists of children can be narrowed to. */
export const listResponsible = defineCall({
  method: 'GET',
  path: '/api/reportes/responsables',
  permission: 'reports',
  tag: 'reportes',
  answer: z.array(responsibleSchema),
});
