import { and, count, eq, getTableColumns, isNotNull, isNull, lt, lte, type SQL } from 'drizzle-orm';
import { today } from '#domain/calendar.ts';
import type { VisitCounts, VisitQuery } from '#domain/calls/follow-up.ts';
import { type VisitFacts, type VisitReason, visitsOf, visitText } from '#domain/follow-up/visits.ts';
import { PLACES } from '#domain/reports/places.ts';
import { type Actor, ownOnly } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { howMany, onlyRow } from '#server/db/counting.ts';
import { nino, usuario } from '#server/db/schema.ts';
import { filterConditions, searchCondition } from '#server/lists/conditions.ts';
import { type Listing, listingOf } from '#server/lists/listing.ts';
import { followed } from '#server/modules/records/followed-children.ts';

const { _id, orden, estado, prioridad, visitarDesde } = nino;
const { visto, desnutricionDesde, proximoControl, proximaVacuna, vacunasDebidas, cruce } = nino;
const SHOWN = {
  cedula: nino.cedula,
  nombres: nino.nombres,
  apellidos: nino.apellidos,
  sexo: nino.sexo,
  fechanacimiento: nino.fechanacimiento,
  provincia: nino.provincia,
  canton: nino.canton,
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
  responsable: { _id: usuario._id, nombre: usuario.nombre, apellido: usuario.apellido },
};

const childrenToVisit = (db: Db, total: SQL<number>) =>
  db
    .select({ ...SHOWN, total })
    .from(nino)
    .innerJoin(usuario, eq(usuario._id, nino.createdBy))
    .$dynamic();

/** A child of the list, as it is stored. */
export type ChildToVisit = Awaited<ReturnType<typeof childrenToVisit>>[number];

/** The children for whom a reason holds on a day. */
const HOLDS: Record<VisitReason, (day: string) => SQL | undefined> = {
  cruce: () => isNotNull(cruce),
  desnutricion: (day) => lte(desnutricionDesde, day),
  control: (day) => lt(proximoControl, day),
  vacunas: (day) => lte(proximaVacuna, day),
};

export type FollowUpRepository = ReturnType<typeof createFollowUpRepository>;

/** Which children need a visit. It reads what is kept on each child; a brigade sees its own. */
export function createFollowUpRepository(db: Db, now: () => string = today) {
  /** The children that the actor may see, and asked for. */
  const whoseOf = (actor: Actor, query: VisitQuery): SQL[] => {
    const own = ownOnly(actor);
    return [
      ...(own === null ? [] : [eq(nino.createdBy, own)]),
      ...(query.responsable ? [eq(nino.createdBy, query.responsable)] : []),
      ...searchCondition(nino.busqueda, query.q),
      ...filterConditions(getTableColumns(nino), PLACES, query),
    ];
  };
  const conditionsOf = (actor: Actor, query: VisitQuery, day: string): (SQL | undefined)[] => [
    lte(visitarDesde, day),
    followed(day),
    query.motivo && HOLDS[query.motivo](day),
    ...whoseOf(actor, query),
  ];

  return {
    /** Children who need a visit today: those in danger first, then those who have waited longest. */
    visits(actor: Actor, query: VisitQuery): Listing<ChildToVisit> {
      return listingOf<ChildToVisit>({
        rows: (total) => childrenToVisit(db, total),
        counted: () => db.select({ total: count() }).from(nino).$dynamic(),
        conditions: conditionsOf(actor, query, now()),
        order: [
          { key: 'prioridad', column: prioridad, descending: false },
          { key: 'visitarDesde', column: visitarDesde, descending: false },
          { key: 'orden', column: orden, descending: false },
        ],
        keysOf: (row) => row,
      });
    },

    /** How many children each reason holds for, within the same filters. */
    async counts(actor: Actor, query: VisitQuery): Promise<VisitCounts> {
      const day = now();
      const holding = {
        cruce: howMany(HOLDS.cruce(day)),
        desnutricion: howMany(HOLDS.desnutricion(day)),
        control: howMany(HOLDS.control(day)),
        vacunas: howMany(HOLDS.vacunas(day)),
      } satisfies Record<VisitReason, SQL>;
      const due = await db
        .select({ total: count(), ...holding })
        .from(nino)
        .where(and(...conditionsOf(actor, { ...query, motivo: undefined }, day)));
      const unborn = await db
        .select({ sinNacimiento: count() })
        .from(nino)
        .where(and(isNull(nino.fechanacimiento), ...whoseOf(actor, query)));
      return { ...onlyRow(due), ...onlyRow(unborn) };
    },

    /** What an answer says of a row: its reasons that hold today, each as a sentence. */
    motivosOf(row: VisitFacts) {
      const day = now();
      return visitsOf(row)
        .filter(({ desde }) => desde <= day)
        .map((visit) => ({ ...visit, texto: visitText(visit, row, day) }));
    },
  };
}
