import { NO_VALUE } from '../fields/index.ts';

/** Where a woman or child lives and is attended: the filters of every report, and of the lists behind its figures. */
export const PLACES = ['provincia', 'canton', 'establecimiento'] as const;
type Place = (typeof PLACES)[number];

/** Whether a row lies where a query asks, as the lists' conditions say it. */
export const liesAt = (asked: Readonly<Record<string, unknown>>, row: Readonly<Record<Place, string>>): boolean =>
  PLACES.every((name) => asked[name] === undefined || row[name] === (asked[name] === NO_VALUE ? '' : asked[name]));
