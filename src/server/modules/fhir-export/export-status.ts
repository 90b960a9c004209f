import type { ExportedFile } from '#server/db/export-tables.ts';
import { expiryOf, type StoredExport } from './stored-export.ts';

export const EXPORTS_PATH = 'exportaciones';

export const nameOf = ({ tipo, archivo }: ExportedFile) => `${tipo}.${archivo}.ndjson`;

const FILE_NAME = /^[A-Za-z]{1,40}\.(\d{1,6})\.ndjson$/;
/** @returns the number of a file by its name; null for any other text */
export const fileNumberOf = (name: string): number | null => {
  const [, number] = FILE_NAME.exec(name) ?? [];
  return number === undefined ? null : Number(number);
};

const MIN_WAIT_S = 2;
const MAX_WAIT_S = 60;

/** The headers of an export in progress; in ASCII, as headers are. */
export function progressOf({ proceso, hechas, porHacer, momento }: StoredExport) {
  const share = porHacer === 0 ? 0 : Math.min(99, Math.floor((100 * hechas) / porHacer));
  const isWaiting = proceso === null || momento === null;
  return {
    'X-Progress': isWaiting ? 'en espera' : `${share} % (${hechas} de ${porHacer} libretas)`,
    'Retry-After': Math.max(MIN_WAIT_S, Math.min(MAX_WAIT_S, Math.round(porHacer / 1_000))),
  };
}

/** The answer for a finished export (Bulk Data Access 2.0, "Response - Complete Status"). */
export function manifestOf({ _id, base, peticion, momento, archivos }: StoredExport) {
  const entryOf = (file: ExportedFile) => ({
    type: file.tipo === 'borrados' ? 'Bundle' : file.tipo,
    url: `${base}/${EXPORTS_PATH}/${_id}/${nameOf(file)}`,
    count: file.recursos,
  });
  return {
    transactionTime: momento?.toISOString(),
    request: peticion,
    requiresAccessToken: true,
    output: archivos.filter(({ tipo }) => tipo !== 'borrados').map(entryOf),
    deleted: archivos.filter(({ tipo }) => tipo === 'borrados').map(entryOf),
    error: [],
  };
}

export const expiresOf = ({ terminada }: StoredExport): string => expiryOf(terminada ?? new Date()).toUTCString();
