import { monthLabel } from '#domain/reports/months.ts';
import { pool, type Rows, statement } from './pool.ts';
import type { Answer } from './reads.ts';

const totals = statement(
  'counted',
  `select count(*)::int as total, (count(*) filter (where estado = 'Desnutrición'))::int as desnutricion from nino`,
);
const months = statement(
  'months',
  `select to_char(fecha, 'YYYY-MM') as mes, sum(controles)::int as controles
    from (select fecha, count(*) as controles from control group by fecha) as days group by 1 order by 1`,
);

function answer([row]: Rows, byMonth: Rows): Answer {
  const { total, desnutricion } = row as { total: number; desnutricion: number };
  const tasa = total === 0 ? 0 : Math.round((10_000 * desnutricion) / total) / 100;
  const controlesPorMes = byMonth.map(({ mes, controles }) => ({ mes, etiqueta: monthLabel(String(mes)), controles }));
  return { body: { total, desnutricion, tasa, controlesPorMes } };
}

export const countDashboard = async () => answer(await totals(), await months());

/** Stores the dashboard's figures in tables of the bench, to measure the dashboard without counting. */
export async function storeFigures(): Promise<void> {
  await pool.query(`
    create table if not exists bench_children as select count(*)::int as total,
      (count(*) filter (where estado = 'Desnutrición'))::int as desnutricion from nino;
    create table if not exists bench_months as select to_char(fecha, 'YYYY-MM') as mes, count(*)::int as controles
      from control group by 1 order by 1`);
}

const keptTotals = statement('kept', 'select total, desnutricion from bench_children');
const keptMonths = statement('kept_months', 'select mes, controles from bench_months order by mes');
export const readStoredDashboard = async () => answer(await keptTotals(), await keptMonths());
