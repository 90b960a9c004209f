import type { ListQuery } from '#domain/calls/list-query.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { RECORDS } from '#domain/records/index.ts';
import type { Situation } from '#domain/records/narrowings.ts';
import { PLACES } from '#domain/reports/places.ts';
import { totalOfCreator, totalOfPlace, totalRecorded } from '#server/figures/totals.ts';
import type { Computed } from '#server/lists/totals.ts';

/** The people of whom totals are kept. */
const KEPT: Readonly<Record<string, 'ninos' | 'mujeres'>> = {
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

/** Under which name the totals of a type are kept; undefined when they are not. */
export const keptAs = ({ key }: RecordDefinition): 'ninos' | 'mujeres' | undefined => KEPT[key];

const DAYS = ['desde', 'hasta'];

/** What narrows a list, beside its order and its page. */
const narrowsBy = (query: ListQuery): string[] =>
  Object.keys(query).filter((name) => query[name] !== undefined && !['limit', 'offset', 'sort'].includes(name));

/**
 * How many people a query finds, where that is kept.
 * @param own whether the list is narrowed to somebody's own: of those there are not so many, and they are counted
 */
export function keptTotal(definition: RecordDefinition, query: ListQuery, own: boolean): Computed | undefined {
  const kept = keptAs(definition);
  if (!kept || own) return undefined;
  const names = narrowsBy(query);
  const only = (...allowed: readonly string[]) => names.every((name) => allowed.includes(name));
  if (names.length === 1 && query.responsable) return totalOfCreator(kept, String(query.responsable));
  if (only(...PLACES, ...DAYS)) return totalRecorded(kept, query);
  if (kept === 'mujeres') return undefined;
  if (only(...PLACES, 'estado')) return totalOfPlace(kept, query);
  const sex = OF_SEX[String(query.sexo)];
  if (sex && only(...PLACES, 'sexo', 'estado')) return totalOfPlace(sex, query);
  const situation = OF_SITUATION[query.situacion as Situation];
  return situation && only(...PLACES, 'situacion', 'estado') ? totalOfPlace(situation, query) : undefined;
}
