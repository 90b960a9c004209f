import { getTableColumns, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { daysOfAge, growthAge } from '#domain/growth/corrected-age.ts';
import { plausibleScores } from '#domain/growth/evaluate.ts';
import { isSex } from '#domain/growth/who/sexes.ts';
import { loadStandards } from '#domain/growth/who/standards.ts';
import type { Db } from '#server/db/connect.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { measuringOfMonth } from '#server/db/schema.ts';
import { workOffChanges } from '#server/modules/measuring/work-off.ts';

type Row = Record<string, unknown> & { creador: string };

const keyOf = ({ lugar, creador, mes }: Record<string, unknown>) => `${lugar} ${creador} ${mes}`;

/** All that is kept, in order. */
export async function readMeasuring(db: Db): Promise<Row[]> {
  const { reglas: _, ...columns } = getTableColumns(measuringOfMonth);
  const rows: Row[] = await db.select(columns).from(measuringOfMonth);
  return rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

interface ControlOfChild {
  _id: string;
  parent: string;
  creador: string;
  lugar: number;
  fecha: string;
  peso: number;
  longitud: number;
  perimetro: number;
  birth: string | null;
  gestacion: number | null;
  sexo: string;
  registered: number;
  orden: number;
}

const digitOf = (value: number) =>
  Number(
    value
      .toFixed(3)
      .replace(/^(\d+)\.(\d{3})$/, (_, whole, part) => String(Math.round(Number(`${whole}${part}`) / 100 + 1e-9)))
      .slice(-1),
  );

/** Counts from the rows by a plainer way than the server: all children at once, control after control. */
async function recount(db: Db): Promise<Map<string, Record<string, number>>> {
  const controls = await rawRows<ControlOfChild>(
    db,
    sql`select c._id, c.parent_id as parent, c.created_by as creador, c.lugar, c.fecha::text as fecha, c.peso::float8 as peso,
      c.longitud::float8 as longitud, c.perimetro::float8 as perimetro, n.fechanacimiento::text as birth, n.sexo,
      (select dias from rn where rn.parent_id = n._id order by rn.fecha_registro desc, rn.orden desc limit 1) as gestacion,
      extract(epoch from c.fecha_registro)::float8 as registered, c.orden::float8 as orden
      from control c join nino n on n._id = c.parent_id`,
  );
  const groups = new Map<string, Record<string, number>>();
  for (const one of controls) {
    const key = keyOf({ ...one, mes: `${one.fecha.slice(0, 7)}-01` });
    const group = groups.get(key) ?? {};
    groups.set(key, group);
    const add = (name: string, by = 1) => {
      group[name] = (group[name] ?? 0) + by;
    };
    add('controles');
    add(`dia${Number(one.fecha.slice(8))}`);
    for (const name of ['peso', 'longitud', 'perimetro'] as const) {
      add(`${name}Con`);
      add(`${name}${digitOf(one[name])}`);
    }
    const before = controls
      .filter(({ parent, fecha }) => parent === one.parent && fecha < one.fecha)
      .toSorted((a, b) => a.fecha.localeCompare(b.fecha) || a.registered - b.registered || a.orden - b.orden)
      .at(-1);
    if (before) {
      add('comparados');
      add('acortados', Math.round(100 * (before.longitud - one.longitud)) > 70 ? 1 : 0);
      for (const name of ['peso', 'longitud', 'perimetro'] as const)
        add(`${name}Igual`, before[name] === one[name] ? 1 : 0);
    }
    const age = growthAge(one, one.fecha);
    if (!age || age.cronologica < 0 || !isSex(one.sexo)) continue;
    add('evaluables');
    const scores = plausibleScores(
      { edadDias: daysOfAge(age), peso: one.peso, longitud: one.longitud, perimetro: one.perimetro },
      await loadStandards(one.sexo),
    );
    for (const name of ['talla', 'peso', 'pesotalla'] as const) {
      const z = Math.round(100 * (scores[name] ?? 0));
      for (const power of [1, 2, 3, 4]) add(`${name}Suma${power}`, z ** power);
      add(`${name}Plausible`, scores[name] === null ? 0 : 1);
    }
  }
  return groups;
}

/** Expects what is kept to equal a count of all controls. */
export async function expectMeasuringExact(db: Db, when: string): Promise<void> {
  await workOffChanges(db);
  const [kept, counted] = [await readMeasuring(db), await recount(db)];
  expect(kept.map(keyOf), when).toEqual([...counted.keys()].sort());
  for (const row of kept) {
    const { dias, ...figures } = row as Row & { dias: number[] };
    const days = Object.fromEntries(dias.map((count, index) => [`dia${index + 1}`, count]));
    const plausible = Object.fromEntries(
      ['talla', 'peso', 'pesotalla'].map((name) => [
        `${name}Plausible`,
        Number(figures[`${name}Puntajes`]) - Number(figures[`${name}Fuera`]),
      ]),
    );
    const expected = Object.entries(counted.get(keyOf(row)) ?? {});
    expect(
      Object.fromEntries(expected.map(([name]) => [name, { ...figures, ...days, ...plausible }[name]])),
      when,
    ).toEqual(Object.fromEntries(expected));
    const sum = dias.reduce((before, count) => before + count, 0);
    expect([sum, Math.max(...dias)], when).toEqual([figures.controles, figures.masEnUnDia]);
  }
}
