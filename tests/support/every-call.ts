import * as altitudes from '#domain/calls/altitudes.ts';
import { getBooklet } from '#domain/calls/booklets.ts';
import { catalogCalls } from '#domain/calls/catalogs.ts';
import * as codes from '#domain/calls/codes.ts';
import type { Call } from '#domain/calls/define-call.ts';
import * as devices from '#domain/calls/devices.ts';
import * as dhis2 from '#domain/calls/dhis2.ts';
import {
  EXPORT_FORMATS,
  type ExportedList,
  type ExportFormat,
  exportedList,
  exportWhole,
} from '#domain/calls/exports.ts';
import * as fieldWeek from '#domain/calls/field-week.ts';
import * as followUp from '#domain/calls/follow-up.ts';
import * as formTimes from '#domain/calls/form-times.ts';
import * as goals from '#domain/calls/goals.ts';
import * as growth from '#domain/calls/growth.ts';
import * as growthReports from '#domain/calls/growth-reports.ts';
import * as handover from '#domain/calls/handover.ts';
import * as health from '#domain/calls/health.ts';
import * as importing from '#domain/calls/importing.ts';
import * as journal from '#domain/calls/journal.ts';
import { getWholeBooklet } from '#domain/calls/libreta.ts';
import * as measuring from '#domain/calls/measuring.ts';
import * as openSessions from '#domain/calls/open-sessions.ts';
import { listReported } from '#domain/calls/record-reports.ts';
import { recordCalls } from '#domain/calls/records.ts';
import * as reports from '#domain/calls/reports.ts';
import * as responsible from '#domain/calls/responsible.ts';
import * as retained from '#domain/calls/retained.ts';
import * as search from '#domain/calls/search.ts';
import * as secondFactor from '#domain/calls/second-factor.ts';
import * as sending from '#domain/calls/sending.ts';
import * as session from '#domain/calls/session.ts';
import * as settings from '#domain/calls/settings.ts';
import * as survey from '#domain/calls/survey.ts';
import * as sync from '#domain/calls/sync.ts';
import * as systems from '#domain/calls/systems.ts';
import * as users from '#domain/calls/users.ts';
import { CATALOGS, type CatalogDefinition } from '#domain/catalogs.ts';
import { VISITS } from '#domain/exports/visit-columns.ts';
import { BOOKLETS } from '#domain/records/booklets.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { RECORD_LIST, RECORDS } from '#domain/records/index.ts';

const MODULES = [
  altitudes,
  codes,
  devices,
  dhis2,
  fieldWeek,
  followUp,
  formTimes,
  goals,
  growth,
  growthReports,
  handover,
  health,
  importing,
  journal,
  measuring,
  openSessions,
  reports,
  responsible,
  retained,
  search,
  secondFactor,
  sending,
  session,
  settings,
  survey,
  sync,
  systems,
  users,
];

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'permission' in value;

/** Only persons have calls to read and replace one; only records with a likeness have a search for probable matches. */
function ofRecord(definition: RecordDefinition): Call[] {
  const { list, create, remove, one, replace, alike } = recordCalls(definition);
  return [list, create, remove, ...(definition.parent ? [] : [one, replace]), ...(definition.likeness ? [alike] : [])];
}

function ofCatalog(catalog: CatalogDefinition): Call[] {
  const { createMany, ...always } = catalogCalls(catalog);
  return [...Object.values(always), ...(catalog.many ? [createMany] : [])];
}

const ofExport = (list: ExportedList): Call[] =>
  Object.keys(EXPORT_FORMATS).map((format) => exportWhole(list, format as ExportFormat));

export const everyCall = (): Call[] => [
  ...MODULES.flatMap((declared) => Object.values<unknown>(declared).filter(isCall)),
  ...Object.values(CATALOGS).flatMap(ofCatalog),
  ...RECORD_LIST.flatMap(ofRecord),
  ...[
    VISITS,
    journal.JOURNAL_LIST,
    measuring.MEASURING_LIST,
    ...RECORD_LIST.filter(({ exported }) => exported).map(exportedList),
  ].flatMap(ofExport),
  ...[RECORDS.control, RECORDS.vacuna].map(listReported),
  ...BOOKLETS.map(getBooklet),
  ...BOOKLETS.map(getWholeBooklet),
  ...Object.values(journal.HISTORIES),
  ...Object.values(codes.CODES),
  ...Object.values(codes.CODE_RENEWALS),
];
