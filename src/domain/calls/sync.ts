import { z } from 'zod';
import { boundedList } from '../bounded.ts';
import { cantonOfCode } from '../territory.ts';
import { UUID } from '../uuid.ts';
import { listAltitudes } from './altitudes.ts';
import { defineCall } from './define-call.ts';
import type { FilterKind } from './filter-kinds.ts';
import { storedGoalSchema } from './goals.ts';
import { filterQuery } from './list-query.ts';
import { authorSchema } from './record-wire.ts';
import { ROUTES } from './routes.ts';

const shared = { permission: 'booklet', tag: 'sincronización' } as const;

export const MAX_BOOKLETS = 250;
export const MAX_CANTONS = 20;

/** INEC's canton codes, `0601,0602`, for supervisors; a brigade gets its own booklets anyway. */
const cantonCodes: FilterKind<string[]> = {
  wrong: `debe ser una lista de códigos de cantón (0601,0602), ${MAX_CANTONS} como máximo`,
  read: (text) => {
    const codes = [...new Set(text.split(',', MAX_CANTONS + 1))];
    return codes.length <= MAX_CANTONS && codes.every(cantonOfCode) ? codes.sort() : undefined;
  },
};

const cursor: FilterKind<string> = {
  wrong: 'debe ser lo que el servidor dio como siguiente',
  read: (text) => (/^[\w.-]{1,120}$/.test(text) ? text : undefined),
};

const packed = { autores: z.array(authorSchema), filas: z.record(z.string(), z.record(z.string(), z.unknown())) };

/** Changes of the account's booklets since a cursor, and the booklets that left it. */
export const pullBooklets = defineCall({
  ...shared,
  ...ROUTES.pullBooklets,
  continues: true,
  query: filterQuery({ desde: cursor, canton: cantonCodes }),
  answer: z.object({
    /** The format of the columns: after a change the device fetches everything again. */
    formato: z.string(),
    siguiente: z.string(),
    completo: z.boolean(),
    total: z.number(),
    ...packed,
    salen: z.array(z.string()),
  }),
});

/** The booklets that a device should have, with their stamps, for a full comparison. */
export const inventory = defineCall({
  ...shared,
  ...ROUTES.inventory,
  query: filterQuery({ canton: cantonCodes }),
  answer: z.object({
    formato: z.string(),
    siguiente: z.string(),
    personas: z.array(z.string()),
    cambios: z.array(z.string()),
  }),
});

export const syncedLists = defineCall({
  ...shared,
  ...ROUTES.syncedLists,
  tagged: true,
  answer: z.object({
    protocolo: z.number(),
    opciones: z.record(z.string(), z.array(z.string())),
    altitudes: listAltitudes.answer,
    /** Absent where goals are switched off. */
    metas: z.array(storedGoalSchema).optional(),
  }),
});

export const bookletsById = defineCall({
  ...shared,
  ...ROUTES.someBooklets,
  keeps: 'nothing',
  body: z.object({
    ids: boundedList(z.string().regex(UUID, 'Debe ser el _id de una persona'), {
      max: MAX_BOOKLETS,
      notList: 'Debe ser una lista de _id',
      wrongLength: `No debe tener más de ${MAX_BOOKLETS} _id`,
    }),
  }),
  answer: z.object({ formato: z.string(), ...packed }),
});
