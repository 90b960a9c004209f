import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CallInput } from '#domain/calls/define-call.ts';
import { getFieldWeek } from '#domain/calls/field-week.ts';
import { listFormTimes } from '#domain/calls/form-times.ts';
import { getGoalReport } from '#domain/calls/goals.ts';
import { getStunting, listDisagreeing } from '#domain/calls/growth-reports.ts';
import {
  countBySex,
  countByStaff,
  getDashboard,
  listFollowed,
  listVaccinated,
  weighByCanton,
} from '#domain/calls/reports.ts';
import { FAMILIES } from '#web/lib/booklets/families.ts';
import { callQuery } from '#web/lib/call.ts';
import type { PlaceFilters } from './report-search.ts';

/** Names for the log message of a failed request (specification, section 8). */
const WHAT = { children: 'niños', controls: 'controles', vaccines: 'vacunas', records: 'registros' } as const;
type What = (typeof WHAT)[keyof typeof WHAT];

/** Keeps the previous figures while new ones load. */
const stays = { placeholderData: keepPreviousData } as const;
const of = (...what: What[]) => ({ family: [FAMILIES.reports], what });

export const dashboard = (query: PlaceFilters) =>
  queryOptions({ ...callQuery(getDashboard, { query }, of(WHAT.children, WHAT.controls)), ...stays });
export const bySex = (query: PlaceFilters) =>
  queryOptions({ ...callQuery(countBySex, { query }, of(WHAT.children)), ...stays });
export const weightByCanton = (query: PlaceFilters) =>
  queryOptions({ ...callQuery(weighByCanton, { query }, of(WHAT.children)), ...stays });
export const stunting = (query: NonNullable<CallInput<typeof getStunting>['query']>) =>
  queryOptions({ ...callQuery(getStunting, { query }, of(WHAT.controls)), ...stays });

export const goalShares = (query: PlaceFilters) =>
  queryOptions({ ...callQuery(getGoalReport, { query }, of(WHAT.records)), ...stays });

/** Of the whole country, whatever the filters. */
export const formTimes = queryOptions({ ...callQuery(listFormTimes, {}, of(WHAT.records)), ...stays });

/** The totals are the same on every page. */
export const fieldWeekPage = (query: NonNullable<CallInput<typeof getFieldWeek>['query']>) =>
  queryOptions({
    ...callQuery(getFieldWeek, { query }, of(WHAT.records)),
    ...stays,
    select: ({ answer: { filas, ...week }, total }) => ({ rows: filas, total, ...week }),
  });

export type Query = NonNullable<CallInput<typeof listVaccinated>['query']>;

export const followedPage = (query: NonNullable<CallInput<typeof listFollowed>['query']>) =>
  queryOptions({ ...callQuery(listFollowed, { query }, of(WHAT.children)), ...stays });
export const vaccinatedPage = (query: Query) =>
  queryOptions({ ...callQuery(listVaccinated, { query }, of(WHAT.vaccines)), ...stays });
export const disagreeingPage = (query: NonNullable<CallInput<typeof listDisagreeing>['query']>) =>
  queryOptions({ ...callQuery(listDisagreeing, { query }, of(WHAT.controls)), ...stays });

/** The number of records per account; the grand total is the same on every page. */
export const staffPage = (query: Query) =>
  queryOptions({
    ...callQuery(countByStaff, { query }, of(WHAT.records)),
    ...stays,
    select: ({ answer, total }) => ({ rows: answer.filas, total, general: answer.general }),
  });
