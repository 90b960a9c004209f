import { type SQL, sql } from 'drizzle-orm';
import { figuresOfWoman } from '#domain/dhis2/aggregates.ts';
import { judgeWoman } from '#domain/dhis2/judge-woman.ts';
import type { ReportPeriod } from '#domain/dhis2/period.ts';
import type { Db } from '#server/db/connect.ts';
import { pregnancyStartOf } from '#server/db/goal-table.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { controlmujer, etmi, mujer } from '#server/db/schema.ts';
import { registeredOn } from './count-children.ts';
import type { Place, PlaceSums } from './place-figures.ts';
import { type Walk, walkPeople } from './walk.ts';

interface WomanRow extends Place {
  readonly _id: string;
  readonly registered: string;
  readonly controls: readonly string[] | null;
  readonly starts: readonly string[] | null;
}

/** One page of women by id. The pregnancies are read only of those with a control in the period. */
const womenAfter = (after: string, size: number, { desde, hasta }: ReportPeriod): SQL =>
  sql`select ${mujer._id} as _id, ${mujer.provincia} as provincia, ${mujer.canton} as canton,
      ${mujer.establecimiento} as establecimiento, ${registeredOn(mujer.fechaRegistro)}, atendida.controls, gestante.starts
    from ${mujer}
    left join lateral (
      select json_agg(${controlmujer.fechaatencion}) as controls, max(${controlmujer.fechaatencion}) as ultimo
      from ${controlmujer} where ${controlmujer.parentId} = ${mujer._id} and ${controlmujer.fechaatencion} <= ${hasta}::date
    ) as atendida on true
    left join lateral (
      select json_agg(${pregnancyStartOf(etmi)} order by ${etmi.fechaRealizacion} desc, ${etmi.orden} desc) as starts
      from ${etmi} where atendida.ultimo >= ${desde}::date and ${etmi.parentId} = ${mujer._id}
    ) as gestante on true
    where ${mujer._id} > ${after}::uuid order by ${mujer._id} limit ${size}`;

/** Adds the figures of all women. */
export const countWomen = (
  db: Db,
  { period, walk, sums }: { period: ReportPeriod; walk: Walk; sums: PlaceSums },
): Promise<void> =>
  walkPeople(
    walk,
    (after, size) => rawRows<WomanRow>(db, womenAfter(after, size, period)),
    ({ registered, controls, starts, ...place }) =>
      sums.add(
        place,
        figuresOfWoman(judgeWoman({ registered, controls: controls ?? [], starts: starts ?? [] }, period)),
      ),
  );
