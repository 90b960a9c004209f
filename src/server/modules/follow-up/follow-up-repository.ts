import { and, count, eq, getTableColumns, isNotNull, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import { today } from '#domain/calendar.ts';
import type { VisitCounts, VisitQuery } from '#domain/calls/follow-up.ts';
import { type VisitFacts, type VisitReason, visitsOf, visitText } from '#domain/follow-up/visits.ts';
import { PLACES } from '#domain/reports/places.ts';
import type { Db } from '#server/db/connect.ts';
import { nino, usuario } from '#server/db/schema.ts';
import { type Actor, ownOnly } from '../actor.ts';
import { filterConditions } from '../filters.ts';
import { orderBy, searchCondition } from '../list-query.ts';
import type { Listing } from '../listing.ts';
import { followed } from '../records/followed-children.ts';

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

export type VisitRow = Record<string, unknown> & VisitFacts & { responsable: { nombre: string; apellido: string } };

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
    visits(actor: Actor, query: VisitQuery): Listing<VisitRow> {
      const conditions = conditionsOf(actor, query, now());
      const order = [
        { key: 'prioridad', column: prioridad, descending: false },
        { key: 'visitarDesde', column: visitarDesde, descending: false },
        { key: 'orden', column: orden, descending: false },
      ];
      return {
        order,
        keysOf: (row) => row,
        async total() {
          const [row] = await db
            .select({ total: count() })
            .from(nino)
            .where(and(...conditions));
          return row?.total ?? 0;
        },
        read: async (next, limit, offset) =>
          (await db
            .select(SHOWN)
            .from(nino)
            .innerJoin(usuario, eq(usuario._id, nino.createdBy))
            .where(and(...conditions, ...next))
            .orderBy(...orderBy(order))
            .limit(limit)
            .offset(offset)) as VisitRow[],
      };
    },

    /** How many children each reason holds for, within the same filters. */
    async counts(actor: Actor, query: VisitQuery): Promise<VisitCounts> {
      const day = now();
      const holding = Object.entries(HOLDS).map(([name, holds]) => [
        name,
        sql<number>`count(*) filter (where ${holds(day)})`.mapWith(Number),
      ]);
      const [row] = await db
        .select({ total: count(), ...Object.fromEntries(holding) })
        .from(nino)
        .where(and(...conditionsOf(actor, { ...query, motivo: undefined }, day)));
      const [unborn] = await db
        .select({ sinNacimiento: count() })
        .from(nino)
        .where(and(isNull(nino.fechanacimiento), ...whoseOf(actor, query)));
      return { ...row, ...unborn } as VisitCounts;
    },

    /** What an answer says of a row: its reasons that hold today, each as a sentence. */
    motivosOf(row: VisitRow) {
      const day = now();
      return visitsOf(row)
        .filter(({ desde }) => desde <= day)
        .map((visit) => ({ ...visit, texto: visitText(visit, row, day) }));
    },
  };
}
