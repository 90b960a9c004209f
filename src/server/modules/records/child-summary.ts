import { today } from '#domain/calendar.ts';
import {
  type ChildSummary,
  childSummary,
  type StoredChildSummary,
  type StoredControlSummary,
} from '#domain/follow-up/child-summary.ts';
import { isSex } from '#domain/growth/who/sexes.ts';
import { loadStandards } from '#domain/growth/who/standards.ts';
import { rulesOfProgram } from '#server/base/rules.ts';
import { type ChildHistory, STORED_ON_CONTROL } from './child-history.ts';

/** The columns that store a child's summary, in the order in which statements name them. */
export const SUMMARY_COLUMNS = [
  'estado',
  'controlFecha',
  'controlEdad',
  'controlPeso',
  'controlLongitud',
  'vacunas',
  'zpeso',
  'ztalla',
  'zpesotalla',
  'zimc',
  'discrepancia',
  'gestacion',
  'edadCorregida',
  'ztallaCronologica',
  'cruce',
  'proximoControl',
  'proximaVacuna',
  'prioridad',
  'visitarDesde',
  'seguimientoHasta',
  'visto',
  'desnutricionDesde',
  'vacunasDebidas',
  'revisar',
] as const satisfies readonly (keyof StoredChildSummary)[];

/** Also `reglas`, which identifies the rules that computed the summary. */
export const WRITTEN_SUMMARY_COLUMNS = [...SUMMARY_COLUMNS, 'reglas'] as const;

/** The values to store on a child, and on those of its controls whose stored values differ. */
export interface HistorySummary extends ChildSummary {
  readonly child: StoredChildSummary & { readonly reglas: number };
  readonly changed: readonly StoredControlSummary[];
}

export async function summaryOf(history: ChildHistory, day: string = today()): Promise<HistorySummary> {
  const { sexo, control: controls } = history;
  const standards = isSex(sexo) ? await loadStandards(sexo) : null;
  const summary = childSummary(history, history, standards, day);
  const before = new Map(controls.map((one) => [one._id, one]));
  const changed = summary.controls.filter((after) =>
    STORED_ON_CONTROL.some((name) => after[name] !== before.get(after._id)?.[name]),
  );
  return { ...summary, child: { ...summary.child, reglas: await rulesOfProgram() }, changed };
}
