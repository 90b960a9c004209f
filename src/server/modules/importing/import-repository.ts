import type { Readable } from 'node:stream';
import { aliasedTable, and, count, eq, getTableColumns, inArray, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import type { OutputOf } from '#domain/calls/define-call.ts';
import {
  type chooseColumns,
  type decideRows,
  hasWritten,
  type Import,
  type ImportRow,
  type ImportState,
  isDiscardable,
  isWorking,
  type ListedImport,
  ROW_STATES,
  type RowFilter,
  type RowState,
  UNDO_DAYS,
  WORKING,
} from '#domain/calls/importing.ts';
import { AppError } from '#domain/errors.ts';
import { cellText, isInOtherUnit, otherUnitMessage } from '#domain/importing/headers.ts';
import { labelOfKey, targetsByKey } from '#domain/importing/judge-row.ts';
import { missingTargets } from '#domain/importing/target.ts';
import type { PersonKind } from '#domain/journal/journal.ts';
import type { RecordKey } from '#domain/records/index.ts';
import { can } from '#domain/roles.ts';
import type { Actor } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { entering, isQueued } from '#server/db/import-queue.ts';
import { importPartTable, importRowTable, importTable, usuario } from '#server/db/schema.ts';
import { type Listing, listingOf, mapListing } from '#server/lists/listing.ts';
import { accountsOf, definitionOf, type StoredImport } from '#server/modules/importing/rules/import-rules.ts';
import { deleteContent } from './delete-imports.ts';
import { receiveFile } from './upload.ts';
import { noteWritten } from './work/import-journal.ts';
import { restingState, summaryOf } from './work/rehearse.ts';

export type ImportRepository = ReturnType<typeof createImportRepository>;

const responsibleAccount = aliasedTable(usuario, 'responsable_de_todas');
const accountColumns = ({ _id, nombre, apellido, cedula }: typeof usuario) => ({ _id, nombre, apellido, cedula });
const DAY_MS = 86_400_000;

const ROW_STATE_KEYS = Object.keys(ROW_STATES) as RowState[];
const noRows = () => Object.fromEntries(ROW_STATE_KEYS.map((state) => [state, 0])) as Record<RowState, number>;

/** Rows of an earlier round wait for their rehearsal. */
const STATE_NOW = sql<RowState>`case when ${importRowTable.vuelta} < ${importTable.vuelta} then 'pendiente' else ${importRowTable.estado} end`;

async function totalsOf(db: Db, ids: readonly string[]): Promise<Map<string, Record<RowState, number>>> {
  const totals = new Map(ids.map((id) => [id, noRows()]));
  if (ids.length === 0) return totals;
  const rows = await db
    .select({ id: importRowTable.importacion, estado: STATE_NOW, filas: count() })
    .from(importRowTable)
    .innerJoin(importTable, eq(importTable._id, importRowTable.importacion))
    .where(inArray(importRowTable.importacion, [...ids]))
    .groupBy(importRowTable.importacion, STATE_NOW);
  for (const { id, estado, filas } of rows) {
    const own = totals.get(id);
    if (own) own[estado] = filas;
  }
  return totals;
}

const readImports = (db: Db, total: SQL<number> = sql<number>`0`) =>
  db
    .select({
      stored: getTableColumns(importTable),
      quien: accountColumns(usuario),
      responsable: accountColumns(responsibleAccount),
      total,
    })
    .from(importTable)
    .innerJoin(usuario, eq(usuario._id, importTable.por))
    // Without a chosen account, the one that sent the file.
    .innerJoin(
      responsibleAccount,
      eq(responsibleAccount._id, sql`coalesce(${importTable.responsable}, ${importTable.por})`),
    )
    .$dynamic();
type ReadImport = Awaited<ReturnType<typeof readImports>>[number];

const ROW_COLUMNS = {
  fila: importRowTable.fila,
  estado: importRowTable.estado,
  vuelta: importRowTable.vuelta,
  celdas: importRowTable.celdas,
  detalle: importRowTable.detalle,
  decision: importRowTable.decision,
  elegida: importRowTable.elegida,
  persona: importRowTable.persona,
  accion: importRowTable.accion,
};
const readRows = (db: Db, total: SQL<number>) =>
  db
    .select({ ...ROW_COLUMNS, total })
    .from(importRowTable)
    .$dynamic();
type StoredRow = Awaited<ReturnType<typeof readRows>>[number];

function undoUntil({ estado, terminada, ...written }: StoredImport): string | null {
  if (!hasWritten(written) || !terminada || estado === 'deshecha') return null;
  const end = new Date(terminada.getTime() + UNDO_DAYS * DAY_MS);
  return end.getTime() > Date.now() ? end.toISOString() : null;
}

const listedOf = ({ stored, quien, responsable: account }: ReadImport): ListedImport => {
  const responsable = stored.responsable === null ? null : account;
  const { _id, tipo, archivo, bytes, estado, creada, formato, hoja, avisos, fallo, agregar, ceros } = stored;
  const { filas, hechas, porHacer, resumen, creadas, cambiadas, terminada } = stored;
  return {
    ...{ _id, tipo: tipo as RecordKey, archivo, bytes, estado, cuando: creada.toISOString(), quien },
    ...{ formato, hoja, avisos, fallo, responsable, agregar, ceros, filas, hechas, porHacer },
    ...{ cerosPerdidos: resumen?.cerosPerdidos ?? 0, advertidas: resumen?.advertidas ?? 0, creadas, cambiadas },
    ...{ terminada: terminada?.toISOString() ?? null, deshacerHasta: undoUntil(stored) },
  };
};

/** The states from which each step may begin. */
const BEFORE: Readonly<Record<'choose' | 'decide' | 'perform' | 'undo', readonly ImportState[]>> = {
  choose: ['columnas', 'ensayada'],
  decide: ['ensayada', 'importada', 'parada', 'ensayando'],
  perform: ['ensayada', 'importada', 'parada'],
  undo: ['importada', 'parada'],
};

/** Where the work stands after it was stopped. */
const STOPPED: Partial<Record<ImportState, ImportState>> = {
  recibida: 'fallida',
  leyendo: 'fallida',
  ensayando: 'columnas',
  importando: 'parada',
  deshaciendo: 'parada',
};
const STOPPED_BEFORE_READ = 'La detuviste antes de leer el archivo. Súbelo otra vez cuando quieras.';

export function createImportRepository(db: Db) {
  const queuedBefore = async ({ estado, pedida, orden }: StoredImport): Promise<number> => {
    if (!isWorking(estado) || !pedida) return 0;
    const sameMoment = and(eq(importTable.pedida, pedida), lt(importTable.orden, orden));
    return db.$count(importTable, and(isQueued, or(lt(importTable.pedida, pedida), sameMoment)));
  };

  const get = async (id: string): Promise<Import> => {
    const [read] = await readImports(db).where(eq(importTable._id, id));
    if (!read) throw new AppError('notFound');
    const { stored } = read;
    const totales = (await totalsOf(db, [id])).get(id) ?? noRows();
    const { titulos, ejemplos, columnas, resumen } = stored;
    return {
      ...listedOf(read),
      ...{ totales, delante: await queuedBefore(stored) },
      columnas: titulos.map((titulo, at) => ({ titulo, ejemplos: ejemplos[at] ?? [], campo: columnas[at] ?? null })),
      opcionesNuevas: [...(resumen?.opcionesNuevas ?? [])],
    };
  };

  /** Locks the import. @throws AppError notFound */
  const lock = async (inside: Db, id: string): Promise<StoredImport> => {
    const [stored] = await inside.select().from(importTable).where(eq(importTable._id, id)).for('update');
    if (!stored) throw new AppError('notFound');
    return stored;
  };

  /** Locks the import for a step. @throws AppError notFound, or importState if it is elsewhere */
  const require = async (inside: Db, id: string, states: readonly ImportState[]): Promise<StoredImport> => {
    const stored = await lock(inside, id);
    if (!states.includes(stored.estado)) throw new AppError('importState');
    return stored;
  };

  const change = async (inside: Db, id: string, changes: Record<string, unknown>) => {
    await inside.update(importTable).set(changes).where(eq(importTable._id, id));
  };

  const countOf = (inside: Db, id: string, states: readonly RowState[]) =>
    inside.$count(importRowTable, and(eq(importRowTable.importacion, id), inArray(importRowTable.estado, [...states])));

  return {
    get,

    receive: (actor: Actor, tipo: RecordKey, archivo: string, file: Readable) =>
      receiveFile(db, actor, tipo, archivo, file),

    list: ({ tipo }: { tipo?: RecordKey | undefined }): Listing<ListedImport> =>
      mapListing(
        listingOf<ReadImport>({
          db,
          rows: (total) => readImports(db, total),
          total: { by: 'count', of: (fields) => db.select(fields).from(importTable).$dynamic() },
          conditions: tipo ? [eq(importTable.tipo, tipo)] : [],
          order: [
            { key: 'creada', column: importTable.creada, descending: true },
            { key: 'orden', column: importTable.orden, descending: true },
          ],
          keysOf: ({ stored }) => ({ ...stored }),
        }),
        listedOf,
      ),

    async rows(
      id: string,
      estado: RowFilter | undefined,
    ): Promise<{ listing: Listing<ImportRow>; stored: StoredImport }> {
      const [stored] = await db.select().from(importTable).where(eq(importTable._id, id));
      if (!stored) throw new AppError('notFound');
      const definition = definitionOf(stored);
      const kind = (definition.parent?.record ?? definition.key) as PersonKind;
      const width = stored.titulos.length;
      const listing = mapListing(
        listingOf<StoredRow>({
          db,
          rows: (total) => readRows(db, total),
          total: { by: 'count', of: (fields) => db.select(fields).from(importRowTable).$dynamic() },
          conditions: [eq(importRowTable.importacion, id), ...(estado ? [inStateNow(estado, stored.vuelta)] : [])],
          order: [{ key: 'fila', column: importRowTable.fila, descending: false }],
          keysOf: ({ fila }) => ({ fila }),
        }),
        ({ fila, estado: state, vuelta, celdas, detalle, decision, elegida, persona, accion }): ImportRow => ({
          ...{ fila, estado: vuelta < stored.vuelta ? 'pendiente' : state, decision, elegida },
          celdas: Array.from({ length: width }, (_, at) => cellText(celdas[at])),
          problemas: [...(detalle?.problemas ?? [])],
          advertencias: (detalle?.advertencias ?? []).map(({ campo, msg }) => ({
            ...{ campo, msg },
            titulo: labelOfKey(definition, campo),
          })),
          cambios: [...(detalle?.cambios ?? [])],
          parecidas: [...(detalle?.parecidas ?? [])],
          persona:
            persona && !(state === 'deshecha' && accion === 'crear' && !definition.parent)
              ? { _id: persona, tipo: kind }
              : null,
          nota: detalle?.nota ?? null,
        }),
      );
      return { listing, stored };
    },

    chooseColumns: (actor: Actor, id: string, body: OutputOf<typeof chooseColumns, 'body'>): Promise<Import> =>
      db
        .transaction(async (inside) => {
          const stored = await require(inside, id, BEFORE.choose);
          const definition = definitionOf(stored);
          const targets = targetsByKey(definition);
          const invalid = (path: string, msg: string) => new AppError('invalid', { problems: [{ path, msg }] });
          const { columnas, responsable, ceros = stored.ceros } = body;
          if (columnas.length !== stored.titulos.length || columnas.some((key) => key !== null && !targets.has(key)))
            throw invalid('columnas', 'Elige para cada columna del archivo un dato de la lista, o ninguno');
          columnas.forEach((key, at) => {
            const target = targets.get(key ?? '');
            const title = stored.titulos[at] ?? '';
            if (target && isInOtherUnit(title, target))
              throw invalid('columnas', otherUnitMessage(title, target.label));
          });
          const missing = missingTargets(definition, new Set(columnas.flatMap((key) => key ?? [])));
          if (missing.length > 0) throw invalid('columnas', `Falta elegir la columna de: ${missing.join(', ')}`);
          const mayWriteLists = can(actor.roles, 'catalogs.write');
          // Options are allowed for the values of one column: those of another one need an administrator again.
          const allowed = stored.agregar.filter((key) => columnas.indexOf(key) === stored.columnas.indexOf(key));
          const { agregar = mayWriteLists ? stored.agregar : allowed } = body;
          const isAllowed = agregar.every((key) => allowed.includes(key));
          if (!isAllowed && !mayWriteLists) throw new AppError('forbidden');
          if (agregar.some((key) => !isOptionField(definition, key)))
            throw invalid('agregar', 'Solo se agregan opciones a los datos que salen de una lista');
          if (responsable && (await accountsOf(inside, responsable)).size === 0)
            throw invalid('responsable', 'Elige una cuenta activa que registre libretas');
          await change(inside, id, {
            ...entering('ensayando'),
            ...{ columnas, agregar, ceros, elegidas: true, porHacer: stored.filas, vuelta: stored.vuelta + 1 },
            ...(responsable !== undefined && { responsable }),
            ...(!isAllowed && { agregarPor: actor.id }),
          });
        })
        .then(() => get(id)),

    decide: (id: string, { filas = [], todas }: OutputOf<typeof decideRows, 'body'>): Promise<Import> =>
      db
        .transaction(async (inside) => {
          const stored = await require(inside, id, BEFORE.decide);
          const own = eq(importRowTable.importacion, id);
          const waiting = { estado: 'pendiente' as const, vuelta: 0 };
          const likely = sql`(${importRowTable.detalle}->'semejantes'->>0)::uuid`;
          if (todas !== undefined)
            await inside
              .update(importRowTable)
              .set({ ...waiting, decision: todas, elegida: todas === 'misma' ? likely : null })
              .where(and(own, eq(importRowTable.estado, 'parecida')));
          for (const { fila, decision, persona } of filas) {
            const elegida = decision === 'misma' ? (persona ? sql`${persona}::uuid` : likely) : null;
            // A chosen person is one of the likely ones, so that a row cannot overwrite any other.
            const isLikely =
              decision === 'misma' && persona
                ? sql`${importRowTable.detalle}->'semejantes' @> ${JSON.stringify([persona])}::jsonb`
                : undefined;
            const decided = await inside
              .update(importRowTable)
              .set({ ...waiting, decision, elegida })
              .where(and(own, eq(importRowTable.fila, fila), isDecidable, isLikely))
              .returning({ fila: importRowTable.fila });
            if (decided.length === 0) throw new AppError('importState');
          }
          // Rows that contradict a decided one may count now.
          const keys = inside
            .select({ clave: importRowTable.clave })
            .from(importRowTable)
            .where(
              and(
                own,
                inArray(
                  importRowTable.fila,
                  filas.map(({ fila }) => fila),
                ),
              ),
            );
          const contradicts = and(own, eq(importRowTable.estado, 'problema'), inArray(importRowTable.clave, keys));
          if (filas.length > 0) await inside.update(importRowTable).set(waiting).where(contradicts);
          const porHacer = await inside.$count(importRowTable, and(own, lt(importRowTable.vuelta, stored.vuelta)));
          const isStopped = stored.estado === 'parada';
          const changes = stored.estado === 'ensayando' ? {} : { ...entering('ensayando'), detenida: isStopped };
          if (porHacer > 0)
            await change(inside, id, {
              ...changes,
              porHacer: stored.hechas * Number(stored.estado === 'ensayando') + porHacer,
            });
        })
        .then(() => get(id)),

    perform: (actor: Actor, id: string): Promise<Import> =>
      db
        .transaction(async (inside) => {
          const { escrita } = await require(inside, id, BEFORE.perform);
          const porHacer = await countOf(inside, id, ['nueva', 'cambia']);
          if (porHacer === 0) throw new AppError('nothingToImport');
          const origen = actor.origin;
          await change(inside, id, {
            ...entering('importando'),
            ...{ porHacer, escribe: actor.id, origen, escrita: escrita ?? sql`now()`, detenida: false },
          });
        })
        .then(() => get(id)),

    stop: (id: string): Promise<Import> =>
      db
        .transaction(async (inside) => {
          const stored = await require(inside, id, WORKING);
          const { estado, terminada } = stored;
          await noteWritten(inside, stored);
          const after = estado === 'ensayando' && terminada ? restingState(stored) : (STOPPED[estado] as ImportState);
          if (after === 'fallida') await inside.delete(importPartTable).where(eq(importPartTable.importacion, id));
          await change(inside, id, {
            ...{ estado: after, fallo: after === 'fallida' ? STOPPED_BEFORE_READ : null },
            ...(STOPPED[estado] === 'parada' && { terminada: sql`now()`, resumen: await summaryOf(inside, stored) }),
          });
        })
        .then(() => get(id)),

    undo: (actor: Actor, id: string): Promise<Import> =>
      db
        .transaction(async (inside) => {
          const stored = await require(inside, id, BEFORE.undo);
          if (undoUntil(stored) === null) throw new AppError('undoOver');
          const porHacer = await countOf(inside, id, ['importada']);
          if (porHacer === 0) throw new AppError('undoOver');
          await change(inside, id, { ...entering('deshaciendo'), porHacer, escribe: actor.id, origen: actor.origin });
        })
        .then(() => get(id)),

    async discard(id: string): Promise<void> {
      await db.transaction(async (inside) => {
        if (!isDiscardable(await lock(inside, id))) throw new AppError('importState');
        // No step can begin any more, and a file that is arriving is refused.
        await change(inside, id, { estado: 'fallida', fallo: null });
      });
      await deleteContent(db, id);
      await db.delete(importTable).where(eq(importTable._id, id));
    },
  };
}

function inStateNow(state: RowFilter, round: number) {
  if (state === 'pendiente') return lt(importRowTable.vuelta, round);
  const isNow = eq(importRowTable.vuelta, round);
  if (state === 'advertida') return and(sql`${importRowTable.detalle} ? 'advertencias'`, isNow);
  return and(eq(importRowTable.estado, state), isNow);
}

/** A decision can be changed whatever came of it. */
const isDecidable = or(
  inArray(importRowTable.estado, ['parecida', 'nueva', 'cambia', 'omitida']),
  and(sql`${importRowTable.decision} is not null`, ne(importRowTable.estado, 'importada')),
);

function isOptionField({ fields }: ReturnType<typeof definitionOf>, key: string): boolean {
  const field = fields[key];
  return field !== undefined && 'catalog' in field && field.catalog !== undefined;
}
