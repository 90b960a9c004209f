import { and, count, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { today } from '#domain/calendar.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { custodianOf, nino } from '#server/db/schema.ts';
import {
  type ComputedCache,
  type ComputedValue,
  createComputedCache,
  type Pause,
} from '#server/lists/computed-cache.ts';
import { after, type OrderPart, orderBy, upTo } from '#server/lists/order.ts';
import { createPictureStore } from './picture-store.ts';

/** Up to this many children, counts are computed on request and are exact. */
const COUNTED_AT_ONCE = { pglite: 2_000, postgres: 20_000 } as const;
/** Children per statement; on PGlite a statement of this size blocks all others for a few milliseconds. */
const PIECE = { pglite: 250, postgres: 10_000 } as const;
/** Once there are many children, their number is checked again only after this time. */
const MANY_FOR_MS = 60_000;

const { fechaRegistro, orden } = nino;
const custodio = custodianOf(nino);
/** The order of an index; it keeps each custodian's children together. */
const BY_CUSTODIAN: OrderPart[] = [
  { key: 'custodio', column: custodio, descending: false },
  { key: 'fechaRegistro', column: fechaRegistro, descending: true },
  { key: 'orden', column: orden, descending: true },
];

/** The conditions of each piece of all children; every child is in exactly one piece, whatever is written meanwhile. */
async function* piecesOf(db: Db, size: number): AsyncGenerator<SQL[]> {
  for (let from: SQL[] = []; ; ) {
    const [last] = await db
      .select({ custodio, fechaRegistro, orden })
      .from(nino)
      .where(and(...from))
      .orderBy(...orderBy(BY_CUSTODIAN))
      .offset(size - 1)
      .limit(1);
    yield last ? [...from, upTo(BY_CUSTODIAN, last)] : from;
    if (!last) return;
    from = [after(BY_CUSTODIAN, last)];
  }
}

async function* withPauses<Piece>(pieces: AsyncIterable<Piece>, pause: Pause) {
  for await (const piece of pieces) {
    yield piece;
    await pause();
  }
}

export interface PictureSizes {
  /** Pictures are used only above this number of children. */
  above?: number | undefined;
  piece?: number | undefined;
}

/** Named numbers, for the schema of a picture. */
export const numbersOf = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, z.number()])) as Record<Name, z.ZodNumber>;

interface PictureKind<Plain, T> {
  /** Names it among the stored pictures. */
  name: string;
  /** What is stored of it; another release may store something else. */
  schema: z.ZodType<Plain>;
  compute: (day: string, pieces: AsyncIterable<SQL[]>, pause: Pause) => Promise<Plain>;
  /** Makes what readers get of what was computed, in this process or another one. */
  prepare: (plain: Plain, day: string, at: Date) => T | Promise<T>;
}

interface ChildPicturesOptions extends PictureSizes {
  /** The database that processes share pictures in: one that can be written. */
  shared: Db;
  failed: (error: unknown) => void;
  now?: () => string;
}

export type ChildPictures = ReturnType<typeof createChildPictures>;

/** Counts over all children that depend on the day, kept as pictures where there are many children. Processes compute slow ones in turn. */
export function createChildPictures({ db, kind, replica }: Database, options: ChildPicturesOptions) {
  const { failed, shared, above = COUNTED_AT_ONCE[kind], piece: size = PIECE[kind], now = today } = options;
  const pictures: ComputedCache<unknown>[] = [];
  let manyUntil = Number.NEGATIVE_INFINITY;

  const areMany = async (): Promise<boolean> => {
    if (performance.now() < manyUntil) return true;
    const some = db
      .select({ orden })
      .from(nino)
      .limit(above + 1)
      .as('some_children');
    const [counted] = await db.select({ children: count() }).from(some);
    const many = (counted?.children ?? 0) > above;
    if (many) manyUntil = performance.now() + MANY_FOR_MS;
    return many;
  };

  return {
    /** @returns the reader: null while there are few children; `waits` is called before it waits for a computation */
    of<Plain, T>({ name, schema, compute, prepare }: PictureKind<Plain, T>) {
      const picture = createComputedCache<Plain, T>({
        // The embedded database has one process, and is not to be written when a full disk is read.
        store: kind === 'postgres' ? createPictureStore(shared, name, schema) : undefined,
        keyOf: now,
        failed,
        behindMs: replica?.mostBehindMs ?? 0,
        // On PostgreSQL other requests have connections of their own, so a computation that is waited for makes no pauses.
        hurries: kind === 'postgres',
        compute: (pause, day) => compute(day, withPauses(piecesOf(db, size), pause), pause),
        prepare,
      });
      pictures.push(picture);
      return async (waits?: () => void): Promise<ComputedValue<T> | null> =>
        (await areMany()) ? picture.now(waits) : null;
    },

    /** Computes the pictures one after another before anybody asks, because the first reader would wait for minutes. */
    async begin() {
      try {
        if (await areMany()) for (const picture of pictures) await picture.begin();
      } catch (error) {
        failed(error);
      }
    },

    async close() {
      await Promise.all(pictures.map((picture) => picture.close()));
    },
  };
}
