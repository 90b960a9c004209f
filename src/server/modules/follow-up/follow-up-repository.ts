import { eq, type SQL, sql } from 'drizzle-orm';
import { today } from '#domain/calendar.ts';
import type { VisitCounts, VisitQuery } from '#domain/calls/follow-up.ts';
import { nextHaemoglobin } from '#domain/follow-up/haemoglobin.ts';
import { reasonsOn, type VisitFacts } from '#domain/follow-up/visits.ts';
import { reasonHolds, visitIsDue, visitListConditions } from '#domain/lists/conditions.ts';
import { MOST_URGENT_FIRST } from '#domain/lists/order.ts';
import { type Actor, visibleCreator } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { anemia, custodianOf, nino, usuario } from '#server/db/schema.ts';
import { searchCondition } from '#server/lists/conditions.ts';
import { type Listing, listingOf } from '#server/lists/listing.ts';
import { orderOf } from '#server/lists/order.ts';
import type { ChildPictures } from '#server/modules/records/child-pictures.ts';
import { childConditions } from '#server/modules/records/list-conditions.ts';
import { createVisitCounts } from './visit-counts.ts';

const { _id, orden, estado, prioridad, visitarDesde } = nino;
const { visto, desnutricionDesde, proximoControl, proximaVacuna, vacunasDebidas, cruce } = nino;
/** Read for each child of a page by the index of its records. */
const LATEST_SCREENING = sql<string | null>`(
  select max(${anemia.fechaaplicacion})::text from ${anemia} where ${anemia.parentId} = ${nino._id}
)`;
const SHOWN = {
  cedula: nino.cedula,
  nombres: nino.nombres,
  apellidos: nino.apellidos,
  sexo: nino.sexo,
  fechanacimiento: nino.fechanacimiento,
  provincia: nino.provincia,
  canton: nino.canton,
  parroquia: nino.parroquia,
  celular: nino.celular,
  direccion: nino.direccion,
  _id,
  orden,
  estado,
  prioridad,
  visitarDesde,
  visto,
  desnutricionDesde,
  proximoControl,
  proximaVacuna,
  vacunasDebidas,
  cruce,
  ultimaHemoglobina: LATEST_SCREENING,
  responsable: { _id: usuario._id, nombre: usuario.nombre, apellido: usuario.apellido },
};

const childrenToVisit = (db: Db, total: SQL<number>) =>
  db
    .select({ ...SHOWN, total })
    .from(nino)
    .innerJoin(usuario, eq(usuario._id, custodianOf(nino)))
    .$dynamic();

export type ChildToVisit = Awaited<ReturnType<typeof childrenToVisit>>[number];

export type FollowUpRepository = ReturnType<typeof createFollowUpRepository>;

/** Children who need a visit, by the summary stored with each child; a brigade sees its own. */
export function createFollowUpRepository(db: Db, pictures: ChildPictures, now: () => string = today) {
  const counts = createVisitCounts(db, pictures);
  const scopeOf = (actor: Actor, query: VisitQuery): SQL[] => {
    const own = visibleCreator(actor);
    return [
      ...(own === null ? [] : [eq(custodianOf(nino), own)]),
      ...searchCondition(nino.busqueda, query.q),
      ...childConditions(db, visitListConditions(query)),
    ];
  };
  const conditionsOf = (actor: Actor, query: VisitQuery, day: string): SQL[] => [
    ...childConditions(db, [...visitIsDue(day), ...(query.motivo ? [reasonHolds[query.motivo](day)] : [])]),
    ...scopeOf(actor, query),
  ];

  /** A query that an index answers quickly is counted exactly. */
  const pictured = async (actor: Actor, { q, responsable, ...places }: VisitQuery, waits?: () => void) =>
    visibleCreator(actor) === null && !q && !responsable ? counts.pictured(places, waits) : null;

  return {
    /** Children who need a visit today, those in danger first, then the longest waiting. @param waits called before it waits for the total */
    visits(actor: Actor, query: VisitQuery, waits?: () => void): Listing<ChildToVisit> {
      return listingOf<ChildToVisit>({
        db,
        rows: (total) => childrenToVisit(db, total),
        total: {
          by: 'memory',
          read: async () => (await pictured(actor, query, waits))?.[query.motivo ?? 'total'],
          otherwise: {
            by: query.q ? 'boundedCount' : 'count',
            of: (fields) => db.select(fields).from(nino).$dynamic(),
          },
        },
        conditions: conditionsOf(actor, query, now()),
        order: orderOf(MOST_URGENT_FIRST, (field) => nino[field]),
        keysOf: (row) => row,
      });
    },

    counts: async (actor: Actor, query: VisitQuery, waits?: () => void): Promise<VisitCounts> =>
      (await pictured(actor, query, waits)) ?? counts.counted(scopeOf(actor, query), now()),

    proximaHemoglobinaOf: ({ fechanacimiento, ultimaHemoglobina }: ChildToVisit): string | null =>
      nextHaemoglobin(fechanacimiento, ultimaHemoglobina, now()),

    motivosOf: (row: VisitFacts) => reasonsOn(row, now()),
  };
}
