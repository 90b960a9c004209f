import { CANTON_OUTSIDE } from '../fields/field.ts';
import { findCanton, findProvince } from '../territory.ts';
import type { FilterKind } from './filter-kinds.ts';

export const provinceFilter: FilterKind<string> = { wrong: 'debe ser una provincia del Ecuador', read: findProvince };

export const cantonFilter = (province: string): FilterKind<string> => ({
  wrong: 'debe ser un cantón del Ecuador',
  read: (text) => findCanton(text),
  within: {
    filter: province,
    message: CANTON_OUTSIDE,
    holds: (canton, outer) => findCanton(canton, outer) !== undefined,
  },
});
