import type { Readable } from 'node:stream';
import { csvText } from '#domain/exports/csv.ts';
import { readSheet } from '#server/modules/importing/reading/read-sheet.ts';
import { type Working, workOnImports } from '#server/modules/importing/work/work-on-imports.ts';
import type { Answer, ApiClient } from './api-client.ts';
import { newCedula } from './factories.ts';
import type { TestApi } from './test-api.ts';

/** A CSV with these headers and rows. */
export const csvOf = (headers: readonly string[], rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(csvText([[...headers], ...rows.map((row) => [...row])], { bom: true }));

export const WOMAN_COLUMNS = ['hcu', 'cedula', 'nombres', 'apellidos'] as const;
const WOMAN_HEADERS = ['HCU', 'Cédula', 'Nombres', 'Apellidos'];

/** A file with one woman, who resembles no other. Its columns are {@link WOMAN_COLUMNS}. */
export const womanFile = (cedula = newCedula()): Buffer =>
  csvOf(WOMAN_HEADERS, [['1', cedula, newLetters(), newLetters()]]);

export const sendFile = (
  client: ApiClient,
  tipo: string,
  file: Buffer | string | Readable,
  archivo = 'datos.csv',
  type = 'application/octet-stream',
): Promise<Answer> =>
  client.send({
    method: 'POST',
    url: '/api/importaciones',
    query: { tipo, archivo },
    payload: file,
    headers: { 'content-type': type },
  });

/** Reads without a worker thread, which takes a second to start from the sources. */
const readHere: NonNullable<Working['read']> = async function* (bytes, { size: _, ...request }) {
  const parts: Uint8Array[] = [];
  for await (const part of bytes) parts.push(part);
  yield* readSheet(new Uint8Array(Buffer.concat(parts)), request);
};

const workingOf = ({ database, app }: Pick<TestApi, 'database' | 'app'>): Working => ({
  ...{ database, log: app.log, haemoglobinTable: '2024', read: readHere },
});

/** Does all the work that waits, as the server does in the background. */
export const work = (
  api: Pick<TestApi, 'database' | 'app'>,
  { signal = new AbortController().signal, ...more }: Partial<Working> & { signal?: AbortSignal } = {},
): Promise<number> => workOnImports({ ...workingOf(api), ...more }, signal);

/** Sends a file and waits until it is read and rehearsed. @returns the import */
export async function rehearsed(
  api: Pick<TestApi, 'database' | 'app'>,
  client: ApiClient,
  tipo: string,
  file: Buffer | string,
  archivo?: string,
) {
  const sent = await sendFile(client, tipo, file, archivo);
  if (sent.status !== 202) throw new Error(`the file was refused: ${sent.status} ${sent.text}`);
  await work(api);
  return (await client.get(`/api/importaciones/${sent.body._id}`)).body;
}

export async function imported(api: Pick<TestApi, 'database' | 'app'>, client: ApiClient, id: string) {
  const answer = await client.post(`/api/importaciones/${id}/importar`);
  if (answer.status !== 200) throw new Error(`the import was refused: ${answer.status} ${answer.text}`);
  await work(api);
  return (await client.get(`/api/importaciones/${id}`)).body;
}

export const rowsOf = async (client: ApiClient, id: string, estado?: string) =>
  (await client.get(`/api/importaciones/${id}/filas`, estado ? { estado } : {})).body;

let words = 0;
/** A word that resembles no other. */
export function newLetters(): string {
  words += 1;
  return [...String(words * 7_919_117)].map((digit) => 'QWXKZJVBYG'[Number(digit)]).join('');
}
