import { aliasedTable, arrayContains, eq, exists, or, type SQL, sql } from 'drizzle-orm';
import type { OutputOf } from '#domain/calls/define-call.ts';
import type { Custodian, CustodiansQuery, handOver as call, Handover, HandoversQuery } from '#domain/calls/handover.ts';
import { PERSON_KINDS } from '#domain/journal/journal.ts';
import { numberedId } from '#domain/uuid.ts';
import type { Actor } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { recordTable } from '#server/db/record-tables.ts';
import { custodianOf, traspaso, usuario } from '#server/db/schema.ts';
import { dayConditions, searchCondition } from '#server/lists/conditions.ts';
import { type Listing, listingOf, mapListing } from '#server/lists/listing.ts';
import { bookletCountOf, type HandOverResult, handOverBooklets, mayReceive } from './hand-over.ts';

export type { HandOverResult };
export type HandoverRepository = ReturnType<typeof createHandoverRepository>;

const [by, from, to] = ['por', 'de', 'a'].map((name) => aliasedTable(usuario, name)) as [
  typeof usuario,
  typeof usuario,
  typeof usuario,
];
const accountOf = ({ _id, nombre, apellido, cedula }: typeof usuario) => ({ _id, nombre, apellido, cedula });

/** The person of a hand-over of one booklet, if she or he still exists. */
const PERSON = sql<Handover['persona']>`case when ${traspaso.libretas} = 1 then coalesce(${sql.join(
  PERSON_KINDS.map(
    (
      kind,
    ) => sql`(select json_build_object('_id', one._id, 'tipo', ${kind}::text, 'nombre', one.nombres || ' ' || one.apellidos)
      from ${recordTable(kind)} as one where one._id = ${traspaso.personas}[1])`,
  ),
  sql`, `,
)}) end`;

const SHOWN = {
  _id: traspaso._id,
  momento: traspaso.momento,
  por: accountOf(by),
  de: accountOf(from),
  a: accountOf(to),
  motivo: traspaso.motivo,
  libretas: traspaso.libretas,
  persona: PERSON,
};

const handoversOf = (db: Db, total: SQL<number>) =>
  db
    .select({ ...SHOWN, total })
    .from(traspaso)
    .innerJoin(by, eq(by._id, traspaso.por))
    .innerJoin(from, eq(from._id, traspaso.de))
    .innerJoin(to, eq(to._id, traspaso.a))
    .$dynamic();
type HandoverRow = Awaited<ReturnType<typeof handoversOf>>[number];

const SEARCHED = sql`(${by.busqueda} || ' ' || ${from.busqueda} || ' ' || ${to.busqueda})`;

export function createHandoverRepository(db: Db) {
  const hasSome = () =>
    or(
      ...PERSON_KINDS.map((kind) => {
        const table = recordTable(kind);
        const theirs = sql`${custodianOf(table)} = ${usuario._id}`;
        return exists(db.select({ id: table._id }).from(table).where(theirs));
      }),
    );

  return {
    handOver: (actor: Actor, request: OutputOf<typeof call, 'body'>): Promise<HandOverResult> =>
      handOverBooklets(db, actor, request),

    handovers: ({ de, a, por, persona, q, ...days }: HandoversQuery): Listing<Handover> =>
      mapListing(
        listingOf<HandoverRow>({
          db,
          rows: (total) => handoversOf(db, total),
          total: {
            by: 'count',
            of: (fields) =>
              db
                .select(fields)
                .from(traspaso)
                .innerJoin(by, eq(by._id, traspaso.por))
                .innerJoin(from, eq(from._id, traspaso.de))
                .innerJoin(to, eq(to._id, traspaso.a))
                .$dynamic(),
          },
          conditions: [
            de ? eq(traspaso.de, de) : undefined,
            a ? eq(traspaso.a, a) : undefined,
            por ? eq(traspaso.por, por) : undefined,
            persona ? arrayContains(traspaso.personas, [persona]) : undefined,
            ...searchCondition(SEARCHED, q),
            ...dayConditions(traspaso.momento, days),
          ],
          order: [
            { key: 'momento', column: traspaso.momento, descending: true },
            { key: '_id', column: traspaso._id, descending: true },
          ],
          keysOf: (row) => ({ ...row }),
        }),
        ({ _id, momento, por, de, a, motivo, libretas, persona }) => ({
          ...{ _id: numberedId(_id), cuando: momento.toISOString() },
          ...{ por, de, a, motivo, libretas, persona },
        }),
      ),

    custodians: ({ para, usuario: id, q, ...days }: CustodiansQuery): Listing<Custodian> =>
      mapListing(
        listingOf<Custodian & { orden: number }>({
          db,
          rows: (total) =>
            db
              .select({
                ...accountOf(usuario),
                orden: usuario.orden,
                recibe: mayReceive(db),
                libretas: bookletCountOf(db, sql`${usuario._id}`),
                total,
              })
              .from(usuario)
              .$dynamic(),
          total: { by: 'count', of: (fields) => db.select(fields).from(usuario).$dynamic() },
          conditions: [
            para === 'recibir' ? mayReceive(db) : undefined,
            para === 'entregar' ? hasSome() : undefined,
            id ? eq(usuario._id, id) : undefined,
            ...searchCondition(usuario.busqueda, q),
            ...dayConditions(usuario.fechaRegistro, days),
          ],
          order: [
            { key: 'nombre', column: usuario.nombre, descending: false },
            { key: 'apellido', column: usuario.apellido, descending: false },
            { key: 'orden', column: usuario.orden, descending: false },
          ],
          keysOf: (row) => ({ ...row }),
        }),
        ({ _id, nombre, apellido, cedula, recibe, libretas }) => ({ _id, nombre, apellido, cedula, recibe, libretas }),
      ),
  };
}
