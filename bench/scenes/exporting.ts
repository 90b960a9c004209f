import { setTimeout as wait } from 'node:timers/promises';
import { memoryMegabytes } from '../setup/usage.ts';
import { MEASURED_SECONDS, othersTable, othersWork } from './others-work.ts';
import type { Scene } from './scene.ts';

const POLL_MS = 250;

interface Manifest {
  readonly output: readonly { readonly type: string; readonly url: string; readonly count: number }[];
}

/** Measures a FHIR export of everything, the memory of the server, and the work of others before, during and right after. */
export async function exporting({ bench, size }: Scene): Promise<string> {
  const { ours, facts } = bench;
  const [token = ''] = facts.administrators;
  const headers = { 'x-access-token': token };

  const before = await othersWork(bench);
  const memory = memoryMegabytes(ours.pid);
  let most = memory;
  let ended = false;
  const watching = (async () => {
    while (!ended) {
      most = Math.max(most, memoryMegabytes(ours.pid));
      await wait(POLL_MS);
    }
  })();
  const begun = performance.now();
  const accepted = await fetch(`${ours.url}/fhir/$export`, { headers: { ...headers, prefer: 'respond-async' } });
  if (accepted.status !== 202) throw new Error(`$export: ${accepted.status} ${await accepted.text()}`);
  const { pathname } = new URL(accepted.headers.get('content-location') ?? '');
  const status = () => fetch(ours.url + pathname, { headers });
  // The first part beside others, the rest alone.
  const during = await othersWork(bench);
  const still = await status();
  const progress = still.headers.get('x-progress') ?? 'done';
  let answer = still;
  for (; answer.status === 202; answer = await status()) await wait(POLL_MS);
  if (answer.status !== 200) throw new Error(`the export: ${answer.status} ${await answer.text()}`);
  const seconds = (performance.now() - begun) / 1_000;
  const { output } = (await answer.json()) as Manifest;
  const after = await othersWork(bench);
  ended = true;
  await watching;
  const downloadBegun = performance.now();
  let bytes = 0;
  for (const { url } of output) {
    const file = await fetch(ours.url + new URL(url).pathname, { headers });
    for await (const chunk of file.body as unknown as AsyncIterable<Uint8Array>) bytes += chunk.length;
  }
  const downloaded = (performance.now() - downloadBegun) / 1_000;
  const resources = output.reduce((sum, { count }) => sum + count, 0);
  return [
    `FHIR export of ${size.toLocaleString('en')} children: ${resources.toLocaleString('en')} resources in ${output.length} files`,
    `in ${seconds.toFixed(0)} s, of which ${MEASURED_SECONDS} s beside the work of others (then ${progress});`,
    `the server grew from ${memory.toFixed(0)} to ${most.toFixed(0)} MB;`,
    `all files, ${(bytes / 1_000_000).toFixed(0)} MB unpacked, were downloaded in ${downloaded.toFixed(0)} s.`,
    `\n\n${othersTable(before, during, after)}`,
  ].join(' ');
}
