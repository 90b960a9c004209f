import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CallInput } from '#domain/calls/define-call.ts';
import { exportSurvey, getSurvey } from '#domain/calls/survey.ts';
import { FAMILIES } from '#web/lib/booklets/families.ts';
import { callQuery, download } from '#web/lib/call.ts';
import { saveFile } from '#web/lib/save-file.ts';

/** The totals are the same on every page. */
export const surveyPage = (query: NonNullable<CallInput<typeof getSurvey>['query']>) =>
  queryOptions({
    ...callQuery(getSurvey, { query }, { family: [FAMILIES.reports], what: 'indicadores' }),
    placeholderData: keepPreviousData,
    select: ({ answer: { filas, ...survey }, total }) => ({ rows: filas, total, ...survey }),
  });

/** Saves the whole table as a workbook. @returns the name of the file */
export async function saveSurvey(
  query: NonNullable<CallInput<typeof exportSurvey>['query']>,
  signal: AbortSignal,
): Promise<string> {
  const { content, name } = await download(exportSurvey, { query }, { signal, onStart: () => () => undefined });
  const fileName = name || 'indicadores.xlsx';
  saveFile(content, fileName);
  return fileName;
}
