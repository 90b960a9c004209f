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

/** What the reports load, for the sentence that the console gets when it fails (specification, section 8). */
const WHAT = { children: 'niños', controls: 'controles', vaccines: 'vacunas', records: 'registros' } as const;
type What = (typeof WHAT)[keyof typeof WHAT];

/** While others are asked for, the figures before stay. */
const stays = { placeholderData: keepPreviousData } as const;
const of = (...what: What[]) => ({ family: ['reportes'], what });

export const dashboard = (query: Places) =>
  queryOptions({ ...asked(getDashboard, { query }, of(WHAT.children, WHAT.controls)), ...stays });
export const bySex = (query: Places) => queryOptions({ ...asked(countBySex, { query }, of(WHAT.children)), ...stays });
export const weightByCanton = (query: Places) =>
  queryOptions({ ...asked(weighByCanton, { query }, of(WHAT.children)), ...stays });
export const stunting = (query: Places) =>
  queryOptions({ ...asked(getStunting, { query }, of(WHAT.controls)), ...stays });

/** The general figures are those of every page. */
export const fieldWeekPage = (query: NonNullable<AskOf<typeof getFieldWeek>['query']>) =>
  queryOptions({
    ...asked(getFieldWeek, { query }, of(WHAT.records)),
    ...stays,
    select: ({ answer: { filas, ...week }, total }) => ({ rows: filas, total, ...week }),
  });

/** What any of the tables can be asked. */
export type Query = NonNullable<AskOf<typeof listVaccinated>['query']>;

export const followedPage = (query: NonNullable<AskOf<typeof listFollowed>['query']>) =>
  queryOptions({ ...asked(listFollowed, { query }, of(WHAT.children)), ...stays });
export const vaccinatedPage = (query: Query) =>
  queryOptions({ ...asked(listVaccinated, { query }, of(WHAT.vaccines)), ...stays });
export const disagreeingPage = (query: NonNullable<AskOf<typeof listDisagreeing>['query']>) =>
  queryOptions({ ...asked(listDisagreeing, { query }, of(WHAT.controls)), ...stays });

/** Who recorded how many; the general total is that of every page. */
export const staffPage = (query: Query) =>
  queryOptions({
    ...asked(countByStaff, { query }, of(WHAT.records)),
    ...stays,
    select: ({ answer, total }) => ({ rows: answer.filas, total, general: answer.general }),
  });
