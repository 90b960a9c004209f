import { and, asc, count, desc, eq, exists, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { ListQuery } from '#domain/calls/list-query.ts';
import type { Db } from '#server/db/connect.ts';
import { mujer, nino, usuario } from '#server/db/schema.ts';
import { dayConditions, searchCondition } from '#server/lists/conditions.ts';
import { placeConditions } from './places.ts';

const number = (value: SQL) => sql<number>`(${value})::int`;

export type StaffRepository = ReturnType<typeof createStaffRepository>;

/** Who recorded how many women and children; also users that were deleted since. */
export function createStaffRepository(db: Db) {
  const recorded = (table: typeof nino | typeof mujer, alias: string, query: ListQuery) =>
    db
      .select({ by: table.createdBy, total: count().as(`${alias}_total`) })
      .from(table)
      .where(and(...placeConditions(table, query), ...dayConditions(table.fechaRegistro, query)))
      .groupBy(table.createdBy)
      .as(alias);

  const staff = (query: ListQuery) => {
    const children = recorded(nino, 'de_ninos', query);
    const women = recorded(mujer, 'de_mujeres', query);
    const [ninos, mujeres] = [sql`coalesce(${children.total}, 0)`, sql`coalesce(${women.total}, 0)`];
    return db
      .select({
        _id: usuario._id,
        nombre: usuario.nombre,
        apellido: usuario.apellido,
        cedula: usuario.cedula,
        ninos: number(ninos).as('ninos'),
        mujeres: number(mujeres).as('mujeres'),
        total: number(sql`${ninos} + ${mujeres}`).as('total'),
      })
      .from(usuario)
      .leftJoin(children, eq(children.by, usuario._id))
      .leftJoin(women, eq(women.by, usuario._id))
      .where(and(or(isNotNull(children.by), isNotNull(women.by)), ...searchCondition(usuario.busqueda, query.q)))
      .as('responsables');
  };

  return {
    /** Everybody who has recorded a child, by name. */
    responsible() {
      const { _id, nombre, apellido } = usuario;
      const recorded = db.select({ one: sql`1` }).from(nino).where(eq(nino.createdBy, _id));
      return db.select({ _id, nombre, apellido }).from(usuario).where(exists(recorded)).orderBy(nombre, apellido, _id);
    },

    /** Those with most records first. The general total is that of every row, also of other pages. */
    async counts(query: ListQuery) {
      const people = staff(query);
      const { field, descending } = query.sort ?? { field: 'total', descending: true };
      const column = people[field as keyof typeof people._.selectedFields];
      const sum = (value: SQL.Aliased<number>) => number(sql`coalesce(sum(${value}), 0)`);
      // One snapshot: the rows add up to their total whatever is recorded meanwhile.
      return db.transaction(
        async (snapshot) => {
          const [totals] = await snapshot
            .select({
              personas: count(),
              ninos: sum(people.ninos),
              mujeres: sum(people.mujeres),
              total: sum(people.total),
            })
            .from(people);
          const { personas = 0, ...general } = totals ?? { ninos: 0, mujeres: 0, total: 0 };
          const ordered = snapshot
            .select()
            .from(people)
            .orderBy(descending ? desc(column) : asc(column), people.apellido, people.nombre, people._id)
            .offset(query.offset ?? 0)
            .$dynamic();
          return { personas, general, filas: await (query.limit ? ordered.limit(query.limit) : ordered) };
        },
        { isolationLevel: 'repeatable read', accessMode: 'read only' },
      );
    },
  };
}
