import { queryOptions } from '@tanstack/react-query';
import {
  type DataValueFormat,
  exportMapping,
  getDataValueSets,
  getDhis2Figures,
  getMapping,
  type MappingChange,
  rehearseMapping,
  saveMapping,
} from '#domain/calls/dhis2.ts';
import type { UnitLevel } from '#domain/dhis2/mapping.ts';
import { call, callQuery, download } from '#web/lib/call.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { saveFile } from '#web/lib/save-file.ts';

const FAMILY = 'dhis2';
/** Counting the booklets of a country takes a minute. */
const LONGEST_COUNT_MS = 10 * 60_000;

export interface PeriodQuery {
  readonly periodo: string;
  readonly nivel: UnitLevel;
}

export function periodFigures(query: PeriodQuery) {
  const declared = callQuery(getDhis2Figures, { query }, { family: [FAMILY, 'cifras'], what: 'las cifras' });
  return queryOptions({
    ...declared,
    queryFn: ({ signal }) => call(getDhis2Figures, { query }, { signal, timeoutMs: LONGEST_COUNT_MS }),
  });
}

export const mapping = callQuery(getMapping, {}, { family: [FAMILY, 'mapa'], what: 'los códigos de DHIS2' });

/** Also the figures say which codes there are. */
export const refreshCodes = () => queryClient.invalidateQueries({ queryKey: [FAMILY] });

export const saveCodes = (cambios: MappingChange[]) => call(saveMapping, { body: { cambios } });

export const rehearseCodes = (csv: string) => call(rehearseMapping, { body: { csv } });

const FORMAT_TYPES = { json: 'application/json; charset=utf-8', csv: 'text/csv; charset=utf-8' } as const;

/** Saves the values that DHIS2 takes. @returns the name of the file */
export async function saveValues(query: PeriodQuery, formato: DataValueFormat, signal: AbortSignal): Promise<string> {
  const inFormat = { ...getDataValueSets, file: FORMAT_TYPES[formato] };
  const { content, name } = await download(
    inFormat,
    { query: { ...query, formato } },
    { signal, onStart: () => () => undefined },
  );
  const fileName = name || `dhis2-${query.periodo}-${query.nivel}.${formato}`;
  saveFile(content, fileName);
  return fileName;
}

/** Saves the table of codes as a CSV. @returns the name of the file */
export async function saveMappingFile(signal: AbortSignal): Promise<string> {
  const { content, name } = await download(exportMapping, {}, { signal, onStart: () => () => undefined });
  const fileName = name || 'dhis2-codigos.csv';
  saveFile(content, fileName);
  return fileName;
}
