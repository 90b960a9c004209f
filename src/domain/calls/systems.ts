import { z } from 'zod';
import { SYSTEM_STATES, type SystemState, type SystemValues, systemSchemaWith } from '../exchange/system-fields.ts';
import { defineCall } from './define-call.ts';
import { chosenIdSchema, versionSchema } from './ids.ts';
import { messageOnly, withMessage } from './messages.ts';

const shared = { permission: 'exchange', tag: 'sistemas' } as const;

const storedSystem = z.object({
  /** Its client id too. */
  _id: z.string(),
  version: z.number(),
  nombre: z.string(),
  hasta: z.iso.date().nullable(),
  llaves: z.string(),
  alcances: z.array(z.string()),
  lugares: z.array(z.object({ provincia: z.string(), canton: z.string() })).nullable(),
  estado: z.enum(Object.keys(SYSTEM_STATES) as SystemState[]),
  fechaRegistro: z.string(),
  ultimoUso: z.string().nullable(),
  revocado: z.string().nullable(),
} satisfies Record<
  keyof SystemValues | '_id' | 'version' | 'estado' | 'fechaRegistro' | 'ultimoUso' | 'revocado',
  z.ZodType
>);
export type StoredSystem = z.output<typeof storedSystem>;

/** All systems, those that may read first, by name. */
export const listSystems = defineCall({
  ...shared,
  method: 'GET',
  path: '/api/sistemas',
  answer: z.array(storedSystem),
});

export const createSystem = defineCall({
  ...shared,
  method: 'POST',
  path: '/api/sistemas',
  body: systemSchemaWith({ _id: chosenIdSchema }),
  status: 201,
  answer: withMessage(storedSystem),
});

/** New keys end the tokens that were given for the old ones. */
export const saveSystem = defineCall({
  ...shared,
  method: 'PUT',
  path: '/api/sistemas/:id',
  body: systemSchemaWith({ version: versionSchema }),
  answer: withMessage(storedSystem),
});

/** Revokes a system for good. It stays in the list, since the journal names it. */
export const revokeSystem = defineCall({
  ...shared,
  method: 'DELETE',
  path: '/api/sistemas/:id',
  keeps: 'little',
  answer: messageOnly,
});
