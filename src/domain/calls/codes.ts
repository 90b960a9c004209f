import { z } from 'zod';
import { PERSON_KINDS, type PersonKind } from '../journal/journal.ts';
import { defineCall, NO_BODY } from './define-call.ts';
import { withMessage } from './messages.ts';

const code = z.object({ codigo: z.string() });

const codeOf = (person: PersonKind) =>
  defineCall({
    method: 'GET',
    path: `/api/${person}/:id/codigo`,
    permission: 'booklet',
    tag: person,
    answer: code,
  });

const renewalOf = (person: PersonKind) =>
  defineCall({
    method: 'POST',
    path: `/api/${person}/:id/codigo`,
    permission: 'handover',
    tag: person,
    keeps: 'little',
    body: NO_BODY,
    answer: withMessage(code),
  });

/** The code on the printed booklet; the first call makes it. */
export const CODES = { mujer: codeOf('mujer'), nino: codeOf('nino') };

/** Makes a new code; the one before no longer opens anything. */
export const CODE_RENEWALS = { mujer: renewalOf('mujer'), nino: renewalOf('nino') };

/** The booklet that a code opens; 404 if the code is unknown or ended, or the caller may not see the booklet. */
export const openCode = defineCall({
  method: 'GET',
  path: '/api/codigos/:token',
  permission: 'booklet',
  tag: 'codigos',
  answer: z.object({ tipo: z.enum(PERSON_KINDS), _id: z.string() }),
});
