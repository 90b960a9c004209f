import { and, asc, count, eq, gt, inArray, or, sql } from 'drizzle-orm';
import { AppError } from '#domain/errors.ts';
import type { Db } from '#server/db/connect.ts';
import { isQueued, LOCK_EXPORTS } from '#server/db/export-queue.ts';
import type { ExportedFile } from '#server/db/export-tables.ts';
import { exportPartTable, exportTable } from '#server/db/schema.ts';
import { RETENTION_HOURS, type StoredExport } from './stored-export.ts';

/** Exports of one reader, waiting or with files, and of all readers. */
const MOST = { reader: 3, waiting: 10, all: 30 };
const RETRY_AFTER_S = 300;

type NewExport = Pick<
  StoredExport,
  '_id' | 'lector' | 'peticion' | 'base' | 'sistemas' | 'tipos' | 'desde' | 'lugares'
>;

export type ExportRepository = ReturnType<typeof createExportRepository>;

const isAvailable = or(
  isQueued,
  and(
    inArray(exportTable.estado, ['lista', 'fallida']),
    gt(exportTable.terminada, sql`now() - make_interval(hours => ${RETENTION_HOURS})`),
  ),
);
const isOf = (id: string, lector: string) => and(eq(exportTable._id, id), eq(exportTable.lector, lector), isAvailable);

export function createExportRepository(db: Db) {
  /** @throws AppError notFound also for exports of other readers, and for those that are over */
  const get = async (id: string, lector: string): Promise<StoredExport> => {
    const [stored] = await db.select().from(exportTable).where(isOf(id, lector));
    if (!stored) throw new AppError('notFound');
    return stored;
  };

  async function* partsOf(id: string, lector: string, { archivo }: ExportedFile): AsyncGenerator<Uint8Array> {
    const { exportacion, archivo: file, parte, contenido } = exportPartTable;
    for (let next = 0; ; next += 1) {
      // With each part, since a cancellation and an erasure take the files back at once.
      const [part] = await db
        .select({
          contenido,
          isLast: sql<boolean>`not exists (select from ${exportPartTable} as more
          where more.exportacion = ${exportacion} and more.archivo = ${file} and more.parte > ${parte})`,
        })
        .from(exportPartTable)
        .innerJoin(exportTable, eq(exportTable._id, exportacion))
        .where(and(isOf(id, lector), eq(exportTable.estado, 'lista'), eq(file, archivo), eq(parte, next)))
        .orderBy(asc(parte));
      if (!part) throw new AppError('notFound');
      yield part.contenido;
      if (part.isLast) return;
    }
  }

  return {
    get,

    /** @throws AppError tooManyExports */
    create: (wanted: NewExport): Promise<void> =>
      db.transaction(async (inside) => {
        // Two requests at once must not both be the last one that is allowed.
        await inside.execute(LOCK_EXPORTS);
        const [counted] = await inside
          .select({
            all: count(),
            waiting: sql<number>`count(*) filter (where ${isQueued})::int`,
            reader: sql<number>`count(*) filter (where ${eq(exportTable.lector, wanted.lector)})::int`,
          })
          .from(exportTable)
          .where(isAvailable);
        const isFull = Object.entries(MOST).some(([name, most]) => (counted?.[name as keyof typeof MOST] ?? 0) >= most);
        if (isFull) throw new AppError('tooManyExports', { retryAfter: RETRY_AFTER_S });
        await inside.insert(exportTable).values({ ...wanted, estado: 'exportando' });
      }),

    /** @throws AppError notFound */
    async cancel(id: string, lector: string): Promise<void> {
      const cancelled = await db
        .update(exportTable)
        .set({ estado: 'retirada', proceso: null, tomada: null, terminada: new Date() })
        .where(isOf(id, lector))
        .returning({ _id: exportTable._id });
      if (cancelled.length === 0) throw new AppError('notFound');
    },

    /** A file of a finished export, deflated part by part. @throws AppError notFound */
    async file(id: string, lector: string, archivo: number) {
      const { estado, archivos, lugares } = await get(id, lector);
      const file = archivos.find((one) => one.archivo === archivo);
      if (estado !== 'lista' || !file) throw new AppError('notFound');
      return { file, lugares, parts: partsOf(id, lector, file) };
    },
  };
}
