import { and, eq, or, sql } from 'drizzle-orm';
import { isSex } from '#domain/growth/who/sexes.ts';
import { loadEveryStandard } from '#domain/growth/who/standards.ts';
import { countControl, type MeasuredControl } from '#domain/quality/count-control.ts';
import { COUNT_NAMES, type Counts, MONTH_DAYS_AT_MOST, noCounts } from '#domain/quality/counts.ts';
import { rulesOfProgram } from '#server/base/rules.ts';
import type { Db } from '#server/db/connect.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { measuringOfMonth } from '#server/db/schema.ts';

/** The controls that one account recorded in one place and month (its first day). */
export interface Group {
  readonly creador: string;
  readonly lugar: number;
  readonly mes: string;
}

interface ControlRow extends Omit<MeasuredControl, 'antes'>, Group {
  readonly sexo: string;
  readonly antesPeso: number | null;
  readonly antesLongitud: number | null;
  readonly antesPerimetro: number | null;
}

const controlsOf = (db: Db, groups: readonly Group[]) =>
  rawRows<ControlRow>(
    db,
    sql`select one.creador, one.lugar, one.mes::text as mes, control.fecha::text as fecha, control.peso::float8 as peso,
      control.longitud::float8 as longitud, control.perimetro::float8 as perimetro, nino.sexo,
      nino.fechanacimiento::text as nacimiento, nino.gestacion, before.peso::float8 as "antesPeso", before.longitud::float8 as "antesLongitud",
      before.perimetro::float8 as "antesPerimetro"
    from json_to_recordset(${JSON.stringify(groups)}::json) as one (creador uuid, lugar integer, mes date)
    join control on control.lugar = one.lugar and control.created_by = one.creador
      and control.fecha >= one.mes and control.fecha < (one.mes + interval '1 month')::date
    join nino on nino._id = control.parent_id
    left join lateral (
      select peso, longitud, perimetro from control as earlier
      where earlier.parent_id = control.parent_id and earlier.fecha < control.fecha
      order by earlier.fecha desc, earlier.fecha_registro desc, earlier.orden desc limit 1
    ) as before on true`,
  );

interface CountedGroup extends Counts, Group {
  readonly dias: number[];
  masEnUnDia: number;
  readonly reglas: number;
}

const keyOf = ({ creador, lugar, mes }: Group) => `${creador} ${lugar} ${mes}`;

/** A control without an earlier one has none of its measures. */
const beforeOf = (row: ControlRow) =>
  row.antesPeso === null && row.antesLongitud === null && row.antesPerimetro === null
    ? null
    : { peso: row.antesPeso, longitud: row.antesLongitud, perimetro: row.antesPerimetro };

async function countRows(rows: readonly ControlRow[]): Promise<CountedGroup[]> {
  const [standards, reglas] = [await loadEveryStandard(), await rulesOfProgram()];
  const counted = new Map<string, CountedGroup>();
  for (const row of rows) {
    const { creador, lugar, mes, sexo, fecha } = row;
    const key = keyOf(row);
    const dias = () => Array.from({ length: MONTH_DAYS_AT_MOST }, () => 0);
    const group = counted.get(key) ?? { creador, lugar, mes, reglas, dias: dias(), masEnUnDia: 0, ...noCounts() };
    counted.set(key, group);
    const day = Number(fecha.slice(8)) - 1;
    group.dias[day] = (group.dias[day] ?? 0) + 1;
    group.masEnUnDia = Math.max(group.masEnUnDia, group.dias[day]);
    countControl(group, { ...row, antes: beforeOf(row) }, isSex(sexo) ? standards[sexo] : null);
  }
  return [...counted.values()];
}

const EXCLUDED = Object.fromEntries(
  [...COUNT_NAMES, 'dias' as const, 'masEnUnDia' as const, 'reglas' as const].map((name) => [
    name,
    sql`excluded.${sql.identifier(measuringOfMonth[name].name)}`,
  ]),
);

/** Counts groups anew from their rows. Only for one process at a time, in a transaction that sees what was committed before it locked. */
export async function countGroups(db: Db, groups: readonly Group[]): Promise<void> {
  if (groups.length === 0) return;
  const counted = await countRows(await controlsOf(db, groups));
  const filled = new Set(counted.map(keyOf));
  const empty = groups.filter((group) => !filled.has(keyOf(group)));
  const { lugar, creador, mes } = measuringOfMonth;
  if (empty.length > 0)
    await db
      .delete(measuringOfMonth)
      .where(or(...empty.map((one) => and(eq(lugar, one.lugar), eq(creador, one.creador), eq(mes, one.mes)))));
  if (counted.length > 0)
    await db
      .insert(measuringOfMonth)
      .values(counted)
      .onConflictDoUpdate({ target: [lugar, creador, mes], set: EXCLUDED });
}
