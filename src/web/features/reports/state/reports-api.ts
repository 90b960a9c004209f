import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AskOf } from '#domain/calls/define-call.ts';
import { getFieldWeek } from '#domain/calls/field-week.ts';
import { getStunting, listDisagreeing } from '#domain/calls/growth-reports.ts';
import {
  countBySex,
  countByStaff,
  getDashboard,
  listFollowed,
  listVaccinated,
  weighByCanton,
} from '#domain/calls/reports.ts';
import { asked } from '#web/lib/call.ts';
import type { Places } from './report-search.ts';

/** Names for the log message of a failed request (specification, section 8). */
const WHAT = { children: 'niños', controls: 'controles', vaccines: 'vacunas', records: 'registros' } as const;
type What = (typeof WHAT)[keyof typeof WHAT];

/** Keeps the previous figures while new ones load. */
const stays = { placeholderData: keepPreviousData } as const;
const of = (...what: What[]) => ({ family: ['reportes'], what });

export const dashboard = (query: Places) =>
  queryOptions({ ...asked(getDashboard, { query }, of(WHAT.children, WHAT.controls)), ...stays });
export const bySex = (query: Places) => queryOptions({ ...asked(countBySex, { query }, of(WHAT.children)), ...stays });
export const weightByCanton = (query: Places) =>
  queryOptions({ ...asked(weighByCanton, { query }, of(WHAT.children)), ...stays });
export const stunting = (query: Places) =>
  queryOptions({ ...asked(getStunting, { query }, of(WHAT.controls)), ...stays });

/** The totals are the same on every page. */
export const fieldWeekPage = (query: NonNullable<AskOf<typeof getFieldWeek>['query']>) =>
  queryOptions({
    ...asked(getFieldWeek, { query }, of(WHAT.records)),
    ...stays,
    select: ({ answer: { filas, ...week }, total }) => ({ rows: filas, total, ...week }),
  });

export type Query = NonNullable<AskOf<typeof listVaccinated>['query']>;

export const followedPage = (query: NonNullable<AskOf<typeof listFollowed>['query']>) =>
  queryOptions({ ...asked(listFollowed, { query }, of(WHAT.children)), ...stays });
export const vaccinatedPage = (query: Query) =>
  queryOptions({ ...asked(listVaccinated, { query }, of(WHAT.vaccines)), ...stays });
export const disagreeingPage = (query: NonNullable<AskOf<typeof listDisagreeing>['query']>) =>
  queryOptions({ ...asked(listDisagreeing, { query }, of(WHAT.controls)), ...stays });

/** The number of records per account; the grand total is the same on every page. */
export const staffPage = (query: Query) =>
  queryOptions({
    ...asked(countByStaff, { query }, of(WHAT.records)),
    ...stays,
    select: ({ answer, total }) => ({ rows: answer.filas, total, general: answer.general }),
  });
