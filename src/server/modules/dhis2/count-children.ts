import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { figuresOfChild } from '#domain/dhis2/aggregates.ts';
import { type CountedChild, type JudgingRules, judgeChild } from '#domain/dhis2/judge-child.ts';
import type { ReportPeriod } from '#domain/dhis2/period.ts';
import type { Db } from '#server/db/connect.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { anemia, control, nino, vacuna } from '#server/db/schema.ts';
import type { Place, PlaceSums } from './place-figures.ts';
import { type Walk, walkPeople } from './walk.ts';

type Dose = readonly [tipovacuna: string, dosis: number, fechaaplicacion: string];

interface ChildRow extends Place {
  readonly _id: string;
  readonly sexo: string;
  readonly birth: string | null;
  readonly registered: string;
  readonly gestacion: number | null;
  readonly controls: number | null;
  readonly fecha: string | null;
  readonly peso: number;
  readonly longitud: number;
  readonly perimetro: number;
  readonly tamizado: string | null;
  readonly edadapli: number;
  readonly valorcorregido: number;
  readonly dosis: readonly Dose[] | null;
}

/** The day of a registration in Guayaquil. */
export const registeredOn = (column: PgColumn): SQL =>
  sql`(${column} at time zone 'America/Guayaquil')::date::text as registered`;

/**
 * One page of children by id, each with the number and the last of its controls and its last haemoglobin in the period, found by the indexes
 * of their records by child. Doses are read only for children with a control.
 */
const childrenAfter = (after: string, size: number, { desde, hasta }: ReportPeriod): SQL => {
  const inPeriod = (day: PgColumn) => sql`${day} between ${desde}::date and ${hasta}::date`;
  const lastFirst = (day: PgColumn, { fechaRegistro, orden }: { fechaRegistro: PgColumn; orden: PgColumn }) =>
    sql`order by ${day} desc, ${fechaRegistro} desc, ${orden} desc limit 1`;
  return sql`select ${nino._id} as _id, ${nino.provincia} as provincia, ${nino.canton} as canton,
      ${nino.establecimiento} as establecimiento, ${nino.sexo} as sexo, ${nino.fechanacimiento}::text as birth,
      ${registeredOn(nino.fechaRegistro)}, ${nino.gestacion} as gestacion,
      visto.controls, visto.fecha, visto.peso, visto.longitud, visto.perimetro,
      sangre.tamizado, sangre.edadapli, sangre.valorcorregido, vacunado.dosis
    from ${nino}
    left join lateral (
      select (count(*) over ())::int as controls, ${control.fecha}::text as fecha, ${control.peso}::float8 as peso,
        ${control.longitud}::float8 as longitud, ${control.perimetro}::float8 as perimetro
      from ${control} where ${control.parentId} = ${nino._id} and ${inPeriod(control.fecha)} ${lastFirst(control.fecha, control)}
    ) as visto on true
    left join lateral (
      select ${anemia.fechaaplicacion}::text as tamizado, ${anemia.edadapli} as edadapli,
        ${anemia.valorcorregido}::float8 as valorcorregido
      from ${anemia} where ${anemia.parentId} = ${nino._id} and ${inPeriod(anemia.fechaaplicacion)}
      ${lastFirst(anemia.fechaaplicacion, anemia)}
    ) as sangre on true
    left join lateral (
      select json_agg(json_build_array(${vacuna.tipovacuna}, ${vacuna.dosis}, ${vacuna.fechaaplicacion})) as dosis
      from ${vacuna}
      where visto.controls > 0 and ${vacuna.parentId} = ${nino._id} and ${vacuna.fechaaplicacion} <= ${hasta}::date
    ) as vacunado on true
    where ${nino._id} > ${after}::uuid order by ${nino._id} limit ${size}`;
};

const childOf = ({ sexo, birth, registered, gestacion, controls, ...row }: ChildRow): CountedChild => {
  const { fecha, peso, longitud, perimetro, tamizado, edadapli, valorcorregido, dosis } = row;
  return {
    ...{ sexo, birth, registered, gestacion },
    controls: controls ?? 0,
    control: fecha === null ? null : { fecha, peso, longitud, perimetro },
    screening: tamizado === null ? null : { fechaaplicacion: tamizado, edadapli, valorcorregido },
    vaccines: (dosis ?? []).map(([tipovacuna, number, fechaaplicacion]) => ({
      ...{ tipovacuna, dosis: number, fechaaplicacion },
    })),
  };
};

/** Adds the figures of all children. */
export const countChildren = (
  db: Db,
  { period, rules, walk, sums }: { period: ReportPeriod; rules: JudgingRules; walk: Walk; sums: PlaceSums },
): Promise<void> =>
  walkPeople(
    walk,
    (after, size) => rawRows<ChildRow>(db, childrenAfter(after, size, period)),
    (row) => sums.add(row, figuresOfChild(judgeChild(childOf(row), period, rules))),
  );
