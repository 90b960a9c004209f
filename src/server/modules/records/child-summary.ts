import { today } from '#domain/calendar.ts';
import {
  type ChildSummary,
  childSummary,
  type KeptOnChild,
  type KeptOnControl,
} from '#domain/follow-up/child-summary.ts';
import { isSex, loadStandards } from '#domain/growth/who/standards.ts';
import { rulesOfProgram } from '#server/base/rules.ts';
import type { ChildHistory } from './child-history.ts';

/** The columns in which a child's summary is kept, in the order in which statements name them. */
export const KEPT_COLUMNS = [
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
] as const satisfies readonly (keyof KeptOnChild)[];

/** What is written of a summary: what is kept, and by which rules it was computed. */
export const WRITTEN_COLUMNS = [...KEPT_COLUMNS, 'reglas'] as const;

/** What is kept on a child and its controls, and those of the controls on which something else is kept so far. */
export interface HistorySummary extends ChildSummary {
  readonly child: KeptOnChild & { readonly reglas: number };
  readonly changed: readonly KeptOnControl[];
}

/** All that is kept on a child and its controls, as of a day. */
export async function summaryOf(history: ChildHistory, day: string = today()): Promise<HistorySummary> {
  const { sexo, control: controls, vacuna: vaccines } = history;
  const standards = isSex(sexo) ? await loadStandards(sexo) : null;
  const summary = childSummary(history, controls, vaccines, standards, day);
  const before = new Map(controls.map((one) => [one._id, one]));
  const changed = summary.controls.filter(({ _id, ztalla, ultimoDelMes }) => {
    const one = before.get(_id);
    return ztalla !== one?.ztalla || ultimoDelMes !== one.ultimoDelMes;
  });
  return { ...summary, child: { ...summary.child, reglas: await rulesOfProgram() }, changed };
}
