import { and, asc, desc, eq, gt, or, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { ListQuery } from '#domain/calls/list-query.ts';
import type { Db } from '#server/db/connect.ts';
import { figureOfCreator, mujer, nino, usuario } from '#server/db/schema.ts';
import { currentFigures, figureColumn, type Places, sumOfFigure } from '#server/figures/current-figures.ts';
import { dayConditions, searchCondition } from '#server/lists/conditions.ts';
import { placeConditions } from './places.ts';

const number = (value: SQL) => sql<number>`(${value})::int`;
const NONE = sql<number>`0`;

export type StaffRepository = ReturnType<typeof createStaffRepository>;

/** Records per creator, including deleted users. */
export function createStaffRepository(db: Db) {
  const { creador, ninos, mujeres } = figureOfCreator;

  /** A query with days is counted; others read maintained figures. */
  const counted = (query: ListQuery) => {
    const conditionsOf = (table: typeof nino | typeof mujer) =>
      and(...placeConditions(table, query), ...dayConditions(table.fechaRegistro, query));
    const columns = { ninos: sql<number>`count(*)`.as('ninos'), mujeres: NONE.as('mujeres') };
    const women = { ninos: NONE.as('ninos'), mujeres: sql<number>`count(*)`.as('mujeres') };
    return sql`${unionAll(
      db
        .select({ creador: sql<string>`${nino.createdBy}`.as('creador'), ...columns })
        .from(nino)
        .where(conditionsOf(nino))
        .groupBy(nino.createdBy),
      db
        .select({ creador: sql<string>`${mujer.createdBy}`.as('creador'), ...women })
        .from(mujer)
        .where(conditionsOf(mujer))
        .groupBy(mujer.createdBy),
    ).as('kept')}`;
  };

  const recorded = (source: SQL) =>
    db
      .select({
        by: sql<string>`${figureColumn('creador')}`.as('creador'),
        ninos: sumOfFigure(ninos).as('ninos'),
        mujeres: sumOfFigure(mujeres).as('mujeres'),
      })
      .from(source)
      .groupBy(figureColumn('creador'))
      .as('registrado');
  const maintained = (query: Places) => recorded(currentFigures(figureOfCreator, [creador, ninos, mujeres], { query }));

  const staff = (query: ListQuery) => {
    const by = query.desde || query.hasta ? recorded(counted(query)) : maintained(query);
    return db
      .select({
        _id: usuario._id,
        nombre: usuario.nombre,
        apellido: usuario.apellido,
        cedula: usuario.cedula,
        ninos: number(sql`${by.ninos}`).as('ninos'),
        mujeres: number(sql`${by.mujeres}`).as('mujeres'),
        total: number(sql`${by.ninos} + ${by.mujeres}`).as('total'),
      })
      .from(usuario)
      .innerJoin(by, eq(by.by, usuario._id))
      .where(and(or(gt(by.ninos, 0), gt(by.mujeres, 0)), ...searchCondition(usuario.busqueda, query.q)))
      .as('responsables');
  };

  return {
    responsible() {
      const { _id, nombre, apellido } = usuario;
      const by = maintained({});
      return db
        .select({ _id, nombre, apellido })
        .from(usuario)
        .innerJoin(by, eq(by.by, _id))
        .where(gt(by.ninos, 0))
        .orderBy(nombre, apellido, _id);
    },

    /** Most records first. The general total covers all pages. */
    async counts(query: ListQuery) {
      const people = staff(query);
      const { field, descending } = query.sort ?? { field: 'total', descending: true };
      const column = people[field as keyof typeof people._.selectedFields];
      const sum = (value: SQL.Aliased<number>, over = sql``) => number(sql`coalesce(sum(${value})${over}, 0)`);
      const totals = (over?: SQL) => ({
        personas: number(sql`count(*)${over ?? sql``}`),
        general: {
          ninos: sum(people.ninos, over),
          mujeres: sum(people.mujeres, over),
          total: sum(people.total, over),
        },
      });
      const { _id, nombre, apellido, cedula, ninos, mujeres, total } = people;
      // The totals come with every row, so that both are of the same moment.
      const ordered = db
        .select({ fila: { _id, nombre, apellido, cedula, ninos, mujeres, total }, ...totals(sql` over ()`) })
        .from(people)
        .orderBy(descending ? desc(column) : asc(column), people.apellido, people.nombre, people._id)
        .offset(query.offset ?? 0)
        .$dynamic();
      const rows = await (query.limit ? ordered.limit(query.limit) : ordered);
      const [first = (await db.select(totals()).from(people))[0]] = rows;
      if (!first) throw new Error('A count answered nothing');
      return { personas: first.personas, general: first.general, filas: rows.map(({ fila }) => fila) };
    },
  };
}
