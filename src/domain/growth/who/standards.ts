import type { Sex } from './sexes.ts';
import { unpack } from './unpack.ts';

/** The WHO's names: weight, length/height, BMI and head circumference for age; weight for length and for height. */
export type TableName = 'wfa' | 'lhfa' | 'bfa' | 'hcfa' | 'wfl' | 'wfh';

/** Box-Cox power, median (kg, cm or kg/m²) and coefficient of variation of one row. */
export interface Lms {
  readonly l: number;
  readonly m: number;
  readonly s: number;
}

/** Rows by age in days (0–1856), or by length in millimetres from `first` (wfl 450, wfh 650). */
export interface Table {
  readonly first: number;
  readonly rows: readonly Lms[];
}

export type Standards = Readonly<Record<TableName, Table>>;

type Packed = Readonly<Record<TableName, Readonly<Record<keyof Lms, string>>>>;

const FIRST: Partial<Record<TableName, number>> = { wfl: 450, wfh: 650 };

function tableOf(packed: Packed[TableName], first: number): Table {
  const l = unpack(packed.l, 10_000);
  const m = unpack(packed.m, 10_000);
  const s = unpack(packed.s, 100_000);
  return { first, rows: l.map((value, index) => ({ l: value, m: m[index] as number, s: s[index] as number })) };
}

const figuresOf: Record<Sex, () => Promise<{ figures: Packed }>> = {
  MASCULINO: () => import('./figures-masculino.ts'),
  FEMENINO: () => import('./figures-femenino.ts'),
};
const loaded = new Map<Sex, Promise<Standards>>();

async function load(sexo: Sex): Promise<Standards> {
  const { figures } = await figuresOf[sexo]();
  const entries = Object.entries(figures).map(([name, packed]) => [
    name,
    tableOf(packed, FIRST[name as TableName] ?? 0),
  ]);
  return Object.fromEntries(entries) as Standards;
}

/** The WHO Child Growth Standards of one sex (2006; head circumference 2007), 4 kB. @throws if loading fails; the next call retries */
export function loadStandards(sexo: Sex): Promise<Standards> {
  const pending = loaded.get(sexo);
  if (pending) return pending;
  const standards = load(sexo);
  loaded.set(sexo, standards);
  standards.catch(() => loaded.delete(sexo));
  return standards;
}

export async function loadEveryStandard(): Promise<Readonly<Record<Sex, Standards>>> {
  const [MASCULINO, FEMENINO] = await Promise.all([loadStandards('MASCULINO'), loadStandards('FEMENINO')]);
  return { MASCULINO, FEMENINO };
}
