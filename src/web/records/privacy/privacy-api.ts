import { exportPerson } from '#domain/calls/journal.ts';
import { call } from '#web/lib/call.ts';
import { fileNameOf } from '#web/lib/file-name.ts';
import { saveFile } from '#web/lib/save-file.ts';

/** Exporting a long journal takes long. */
const TIMEOUT_MS = 120_000;

/** Downloads all data of a woman or child. @returns the name of the file */
export async function savePersonExport(id: string, cedula: string): Promise<string> {
  const everything = await call(exportPerson, { params: { id } }, { timeoutMs: TIMEOUT_MS });
  const name = fileNameOf(cedula, 'json', 'datos-');
  saveFile(new Blob([JSON.stringify(everything, null, 2)], { type: 'application/json' }), name);
  return name;
}
