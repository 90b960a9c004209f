import { type IncomingMessage, request } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { bookletsIn } from '#domain/sync/booklet-page.ts';
import { median } from '../measure.ts';
import { query } from '../setup/database.ts';
import { savesWith } from './alternately.ts';
import type { Scene } from './scene.ts';

/** Of a brigade that walks a large parish. */
const CHILDREN = 2_000;
/** The line of the field: 400 kbit/s, 400 ms there and back. */
const BYTES_PER_S = 50_000;
const ROUND_TRIP_S = 0.4;

/** What says of a child's booklet that it changed. */
const TRIGGERS = ['nino_booklet_changed', 'nino_booklet_moved'];

const opened = ({ headers }: IncomingMessage, packed: Buffer) => ({
  packed,
  text: (headers['content-encoding'] === 'br' ? brotliDecompressSync(packed) : packed).toString(),
});

/** What a call answers, as it comes over the line to a browser; what is short comes as it is. */
const packedAnswer = (url: string, token: string): Promise<{ packed: Buffer; text: string }> =>
  new Promise((resolve, reject) => {
    const asked = request(url, { headers: { 'x-access-token': token, 'accept-encoding': 'br' } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () =>
        answer.statusCode === 200
          ? resolve(opened(answer, Buffer.concat(chunks)))
          : reject(new Error(`${url}: ${answer.statusCode}`)),
      );
    });
    asked.on('error', reject);
    asked.end();
  });

async function firstSync(url: string, token: string) {
  const pages: { ms: number; bytes: number }[] = [];
  let booklets = 0;
  for (let since = ''; ; ) {
    const begun = performance.now();
    const { packed, text } = await packedAnswer(`${url}/api/sincronizacion${since && `?desde=${since}`}`, token);
    pages.push({ ms: performance.now() - begun, bytes: packed.length });
    const page = JSON.parse(text);
    booklets += bookletsIn(page);
    const { siguiente, completo } = page;
    if (completo) return { pages, booklets };
    since = siguiente;
  }
}

/** All booklets of a brigade on an empty device, and what it costs a save that each booklet says when it changed. */
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
  // The next page is asked for when the headers of this one are there: while there is something to come the line does not wait.
  const seconds = bytes / BYTES_PER_S + ROUND_TRIP_S;
  const saying = (how: 'enable' | 'disable') =>
    query(database, TRIGGERS.map((trigger) => `alter table nino ${how} trigger ${trigger}`).join('; '));
  const ratio = await savesWith(scene, (on) => saying(on ? 'enable' : 'disable'));
  await saying('enable');
  return [
    `First synchronisation of ${pulled.toLocaleString('en')} people with their records: ${(bytes / 1e6).toFixed(2)} MB in ${pages.length} pages,`,
    `${seconds.toFixed(1)} s at 400 kbit/s and 400 ms (budget 30); the server takes ${median(pages.map(({ ms }) => ms)).toFixed(0)} ms a page.`,
    `Saves that say when their booklet changed: ×${ratio.toFixed(2)} of those that do not (budget 0.95).`,
  ].join(' ');
}
