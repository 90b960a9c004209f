import type { ListQuery } from '#domain/calls/list-query.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { RECORDS } from '#domain/records/index.ts';
import type { Situation } from '#domain/records/narrowings.ts';
import { PLACES } from '#domain/reports/places.ts';
import { totalOfCreator, totalOfPlace, totalRecorded } from '#server/figures/totals.ts';
import type { Computed } from '#server/lists/totals.ts';

const TOTALS_NAME: Readonly<Record<string, 'ninos' | 'mujeres'>> = {
  [RECORDS.nino.key]: 'ninos',
  [RECORDS.mujer.key]: 'mujeres',
};
const OF_SEX: Readonly<Record<string, 'masculino' | 'femenino'>> = { MASCULINO: 'masculino', FEMENINO: 'femenino' };

const OF_SITUATION: Readonly<Partial<Record<Situation, 'conControl' | 'medidos' | 'bajo2' | 'bajo3'>>> = {
  concontrol: 'conControl',
  medidos: 'medidos',
  tallabaja: 'bajo2',
  tallasevera: 'bajo3',
};

export const maintainedTotalName = ({ key }: RecordDefinition): 'ninos' | 'mujeres' | undefined => TOTALS_NAME[key];

const DAYS = ['desde', 'hasta'];

const filterNames = (query: ListQuery): string[] =>
  Object.keys(query).filter((name) => query[name] !== undefined && !['limit', 'offset', 'sort'].includes(name));

/** The maintained total of a query, if there is one. @param own for an actor's own records, which are few and counted instead */
export function maintainedTotal(definition: RecordDefinition, query: ListQuery, own: boolean): Computed | undefined {
  const totals = maintainedTotalName(definition);
  if (!totals || own) return undefined;
  const names = filterNames(query);
  const only = (...allowed: readonly string[]) => names.every((name) => allowed.includes(name));
  if (names.length === 1 && query.responsable) return totalOfCreator(totals, String(query.responsable));
  if (only(...PLACES, ...DAYS)) return totalRecorded(totals, query);
  if (totals === 'mujeres') return undefined;
  if (only(...PLACES, 'estado')) return totalOfPlace(totals, query);
  const sex = OF_SEX[String(query.sexo)];
  if (sex && only(...PLACES, 'sexo', 'estado')) return totalOfPlace(sex, query);
  const situation = OF_SITUATION[query.situacion as Situation];
  return situation && only(...PLACES, 'situacion', 'estado') ? totalOfPlace(situation, query) : undefined;
}
