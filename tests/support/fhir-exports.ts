import { gunzipSync } from 'node:zlib';
import { type ExportWorkplace, workOnExports } from '#server/modules/fhir-export/work-on-exports.ts';
import type { Answer, ApiClient } from './api-client.ts';
import { registeredSystem, tokenOf } from './systems.ts';
import type { TestApi } from './test-api.ts';

/** Parts of a few lines, so that a small export has several. */
const SMALL = { partChars: 500 };

/** Does all the work that waits, as the server does in the background. */
export const workOnAllExports = (
  { database, app }: Pick<TestApi, 'database' | 'app'>,
  { signal = new AbortController().signal, ...more }: Partial<ExportWorkplace> & { signal?: AbortSignal } = {},
): Promise<number> =>
  workOnExports({ database, log: app.log, haemoglobinTable: '2024', sizes: SMALL, ...more }, signal);

export const kickOff = (client: ApiClient, query = '', headers: Record<string, string> = {}): Promise<Answer> =>
  client.send({ method: 'GET', url: `/fhir/$export${query}`, headers: { prefer: 'respond-async', ...headers } });

/** The path of an export on the server, from its Content-Location. */
export const pathOf = ({ status, headers, text }: Answer): string => {
  if (status !== 202) throw new Error(`the export was refused: ${status} ${text}`);
  return new URL(String(headers['content-location'])).pathname;
};

/** The sentence of an error of /fhir, with its code. */
export const outcomeOf = ({ text }: Answer): { code: string; diagnostics: string } => {
  const { resourceType, issue } = JSON.parse(text);
  if (resourceType !== 'OperationOutcome') throw new Error(`no OperationOutcome: ${text}`);
  return issue[0];
};

interface Manifest {
  readonly transactionTime: string;
  readonly request: string;
  readonly requiresAccessToken: boolean;
  readonly output: readonly { readonly type: string; readonly url: string; readonly count: number }[];
  readonly deleted: Manifest['output'];
}

export async function manifestAt(client: ApiClient, path: string): Promise<Manifest> {
  const { status, text } = await client.get(path);
  if (status !== 200) throw new Error(`the export is not ready: ${status} ${text}`);
  return JSON.parse(text);
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever a file holds.
type Line = any;

/** The resources of files, in their order; every other file is fetched with gzip. @throws Error if a count is wrong */
export async function linesOf(client: ApiClient, files: Manifest['output']): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [at, { url, count }] of files.entries()) {
    const encoding = at % 2 === 0 ? { 'accept-encoding': 'gzip' } : {};
    const { status, bytes, headers } = await client.send({
      ...{ method: 'GET', url: new URL(url).pathname },
      headers: { accept: 'application/fhir+ndjson', ...encoding },
    });
    if (status !== 200) throw new Error(`${url}: ${status}`);
    const content = headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
    const own = content.toString().trimEnd().split('\n');
    if (own.length !== count) throw new Error(`${url} has ${own.length} lines instead of ${count}`);
    lines.push(...own.map((line) => JSON.parse(line)));
  }
  return lines;
}

/** Asks for an export and waits for it. @returns its manifest and lines */
export async function exported(api: Pick<TestApi, 'database' | 'app'>, client: ApiClient, query = '') {
  const path = pathOf(await kickOff(client, query));
  await workOnAllExports(api);
  const manifest = await manifestAt(client, path);
  return { path, manifest, lines: await linesOf(client, manifest.output) };
}

/** The ids of the resources of a type, sorted. */
export const idsOf = (lines: readonly Line[], type = 'Patient'): string[] =>
  lines.flatMap(({ resourceType, id }) => (resourceType === type ? [id] : [])).toSorted();

/** A client with the token of a new registered system. */
export async function systemReader(api: TestApi, change: object, scope?: string) {
  const registered = await registeredSystem(api, change);
  const token = await tokenOf(api, registered, scope);
  const send: ApiClient['send'] = (options) =>
    api.anonymous.send({ ...options, headers: { authorization: `Bearer ${token}`, ...options.headers } });
  const client: ApiClient = Object.assign(Object.create(api.anonymous), { send });
  return { id: registered.system._id, client };
}
