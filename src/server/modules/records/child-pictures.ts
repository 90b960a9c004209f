import { and, count, type SQL } from 'drizzle-orm';
import { today } from '#domain/calendar.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { custodianOf, nino } from '#server/db/schema.ts';
import { after, type OrderPart, orderBy, upTo } from '#server/lists/order.ts';
import { createPicture, type Pause, type Picture, type Taken } from '#server/lists/picture.ts';

/** Of so many children everything is counted when it is asked for, and exact. */
const COUNTED_AT_ONCE = { pglite: 2_000, postgres: 20_000 } as const;
/** Children of one piece: on the embedded database, where everybody waits for it, a few milliseconds. */
const PIECE = { pglite: 250, postgres: 10_000 } as const;
/** Once there are many, nobody looks again for so long. */
const MANY_FOR_MS = 60_000;

const { fechaRegistro, orden } = nino;
const custodio = custodianOf(nino);
/** In the order of an index, with the children of one person together. */
const BY_CUSTODIAN: OrderPart[] = [
  { key: 'custodio', column: custodio, descending: false },
  { key: 'fechaRegistro', column: fechaRegistro, descending: true },
  { key: 'orden', column: orden, descending: true },
];

/** All children, so many at a time: the conditions of each piece. Every child is in one piece, whatever is written meanwhile. */
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

async function* unhurried<Piece>(pieces: AsyncIterable<Piece>, pause: Pause) {
  for await (const piece of pieces) {
    yield piece;
    await pause();
  }
}

export interface PictureSizes {
  /** There are pictures only of more children than this. */
  above?: number | undefined;
  /** Children that one statement looks at. */
  piece?: number | undefined;
}

interface ChildPicturesOptions extends PictureSizes {
  /** Told when a computation fails that nobody waits for. */
  failed: (error: unknown) => void;
  now?: () => string;
}

export type ChildPictures = ReturnType<typeof createChildPictures>;

/** What depends on the day and is counted of all children is read from pictures of them, where there are many. */
export function createChildPictures({ db, kind, replica }: Database, options: ChildPicturesOptions) {
  const { failed, above = COUNTED_AT_ONCE[kind], piece: size = PIECE[kind], now = today } = options;
  const pictures: Picture<unknown>[] = [];
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
    /**
     * A picture of all children, put together of statements about a few rows each.
     * @param compute pauses between them; the pieces of all children do by themselves
     * @returns reads it, and tells when that must be waited for; null while there are so few children that they are better counted
     */
    of<T>(compute: (day: string, pieces: AsyncIterable<SQL[]>, pause: Pause) => Promise<T>) {
      const picture = createPicture<T>({
        of: now,
        failed,
        behindMs: replica?.mostBehindMs ?? 0,
        // Where others have connections of their own, and one that waits may have the time of them all.
        hurries: kind === 'postgres',
        compute: (pause) => compute(now(), unhurried(piecesOf(db, size), pause), pause),
      });
      pictures.push(picture);
      return async (waits?: () => void): Promise<Taken<T> | null> => ((await areMany()) ? picture.now(waits) : null);
    },

    async close() {
      await Promise.all(pictures.map((picture) => picture.close()));
    },
  };
}
