import { type IncomingMessage, request } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { countBooklets } from '#domain/sync/booklet-page.ts';
import { median } from '../measure.ts';
import { query } from '../setup/database.ts';
import { compareSaveRates } from './alternately.ts';
import type { Scene } from './scene.ts';

/** The children of a brigade with a large parish. */
const CHILDREN = 2_000;
/** The network of the field: 400 kbit/s, 400 ms round trip. */
const BYTES_PER_S = 50_000;
const ROUND_TRIP_S = 0.4;

/** The triggers that give a child's booklet a new stamp. */
const TRIGGERS = ['nino_booklet_changed', 'nino_booklet_moved'];

const unpacked = ({ headers }: IncomingMessage, packed: Buffer) => ({
  packed,
  text: (headers['content-encoding'] === 'br' ? brotliDecompressSync(packed) : packed).toString(),
});

/** The answer to a call, compressed as a browser receives it; short answers are not compressed. */
const packedAnswer = (url: string, token: string): Promise<{ packed: Buffer; text: string }> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { headers: { 'x-access-token': token, 'accept-encoding': 'br' } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () =>
        answer.statusCode === 200
          ? resolve(unpacked(answer, Buffer.concat(chunks)))
          : reject(new Error(`${url}: ${answer.statusCode}`)),
      );
    });
    sent.on('error', reject);
    sent.end();
  });

async function firstSync(url: string, token: string) {
  const pages: { ms: number; bytes: number }[] = [];
  let booklets = 0;
  for (let since = ''; ; ) {
    const begun = performance.now();
    const { packed, text } = await packedAnswer(`${url}/api/sincronizacion${since && `?desde=${since}`}`, token);
    pages.push({ ms: performance.now() - begun, bytes: packed.length });
    const page = JSON.parse(text);
    booklets += countBooklets(page);
    const { siguiente, completo } = page;
    if (completo) return { pages, booklets };
    since = siguiente;
  }
}

/** Measures the first synchronisation of a brigade's booklets, and the cost of the stamp triggers for a save. */
export async function booklets(scene: Scene): Promise<string> {
  const { ours, database, facts } = scene.bench;
  const [token = ''] = facts.brigades;
  const own = await fetch(`${ours.url}/api/nino?limit=1`, { headers: { 'x-access-token': token } });
  const [{ createdBy: brigade }] = await own.json();
  await query(
    database,
    `with hers as (select (select count(*) from nino where created_by = '${brigade._id}')
        + (select count(*) from mujer where created_by = '${brigade._id}') as own)
      update nino set custodio = '${brigade._id}' where _id in (select _id from nino where created_by <> '${brigade._id}'
        order by _id limit ${CHILDREN} - (select own from hers))`,
  );
  const { pages, booklets: pulled } = await firstSync(ours.url, token);
  const bytes = pages.reduce((sum, page) => sum + page.bytes, 0);
  // A device requests the next page as soon as it has the headers of this one, so only the first page adds a round trip.
  const seconds = bytes / BYTES_PER_S + ROUND_TRIP_S;
  const setTriggers = (action: 'enable' | 'disable') =>
    query(database, TRIGGERS.map((trigger) => `alter table nino ${action} trigger ${trigger}`).join('; '));
  const ratio = await compareSaveRates(scene, (on) => setTriggers(on ? 'enable' : 'disable'));
  await setTriggers('enable');
  return [
    `First synchronisation of ${pulled.toLocaleString('en')} people with their records: ${(bytes / 1e6).toFixed(2)} MB in ${pages.length} pages,`,
    `${seconds.toFixed(1)} s at 400 kbit/s and 400 ms (budget 30); the server takes ${median(pages.map(({ ms }) => ms)).toFixed(0)} ms a page.`,
    `Saves that say when their booklet changed: ×${ratio.toFixed(2)} of those that do not (budget 0.95).`,
  ].join(' ');
}
