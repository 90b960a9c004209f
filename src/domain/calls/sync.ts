import { z } from 'zod';
import { boundedList } from '../bounded.ts';
import { cantonOfCode } from '../territory.ts';
import { UUID } from '../uuid.ts';
import { listAltitudes } from './altitudes.ts';
import { defineCall } from './define-call.ts';
import type { FilterKind } from './filter-kinds.ts';
import { filterQuery } from './list-query.ts';
import { authorSchema } from './record-wire.ts';
import { ROUTES } from './routes.ts';

const shared = { permission: 'booklet', tag: 'sincronización' } as const;

/** As many booklets as one call brings, and as many as may be asked for by id. */
export const MOST_BOOKLETS = 250;
/** Of a supervisor who takes along more, a tablet would be full. */
export const MOST_CANTONS = 20;

/** INEC's codes of cantons, `0601,0602`: what supervision takes along. A brigade has its own booklets, wherever they are. */
const cantonCodes: FilterKind<string[]> = {
  wrong: `debe ser una lista de códigos de cantón (0601,0602), ${MOST_CANTONS} como máximo`,
  read: (text) => {
    const codes = [...new Set(text.split(',', MOST_CANTONS + 1))];
    return codes.length <= MOST_CANTONS && codes.every(cantonOfCode) ? codes.sort() : undefined;
  },
};

/** Where a device stopped; only the server knows what it says. */
const cursor: FilterKind<string> = {
  wrong: 'debe ser lo que el servidor dio como siguiente',
  read: (text) => (/^[\w.-]{1,120}$/.test(text) ? text : undefined),
};

const packed = { autores: z.array(authorSchema), filas: z.record(z.string(), z.record(z.string(), z.unknown())) };

/** What has changed since a cursor in the booklets that somebody has on a device, and who left them. */
export const pullBooklets = defineCall({
  ...shared,
  ...ROUTES.pullBooklets,
  continues: true,
  query: filterQuery({ desde: cursor, canton: cantonCodes }),
  answer: z.object({
    /** Of the columns: a device that knows another one asks for everything anew. */
    formato: z.string(),
    siguiente: z.string(),
    /** Whether there is nothing more for now. */
    completo: z.boolean(),
    /** Booklets in all that the device should have. */
    total: z.number(),
    ...packed,
    salen: z.array(z.string()),
  }),
});

/** Which booklets a device should have, each with its last change: what a device compares its own with. */
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

/** What forms need beside the booklet: the option lists in their order, and what corrects haemoglobin. */
export const syncedLists = defineCall({
  ...shared,
  ...ROUTES.syncedLists,
  tagged: true,
  answer: z.object({
    /** The oldest way of sending that the server still understands. */
    protocolo: z.number(),
    opciones: z.record(z.string(), z.array(z.string())),
    altitudes: listAltitudes.answer,
  }),
});

/** Some booklets by the ids of their people; those that the actor may not have are left out. */
export const someBooklets = defineCall({
  ...shared,
  ...ROUTES.someBooklets,
  keeps: 'nothing',
  body: z.object({
    ids: boundedList(z.string().regex(UUID, 'Debe ser el _id de una persona'), {
      max: MOST_BOOKLETS,
      notList: 'Debe ser una lista de _id',
      wrongLength: `No debe tener más de ${MOST_BOOKLETS} _id`,
    }),
  }),
  answer: z.object({ formato: z.string(), ...packed }),
});
