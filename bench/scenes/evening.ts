import { setTimeout as wait } from 'node:timers/promises';
import { PROTOCOL } from '#domain/calls/operation.ts';
import { RECORDS } from '#domain/records/index.ts';
import type { LoadTask } from '../load/load.ts';
import type { Scene } from './scene.ts';

const TABLETS = 100;
/** The children that each tablet recorded, and the controls of each. */
const CHILDREN = 10;
const CONTROLS = 5;
/** The first and the largest batch of a device. */
const FIRST_BATCH = 10;
const LARGEST_BATCH = 50;
/** The tablets begin at random times within this period. */
const SPREAD_MS = 2_000;
const SECONDS = 12;

type Sent = Record<string, unknown>;

function operationOf(tipo: 'nino' | 'control', persona: string, _id: string, change: Sent): Sent {
  const { ninoId: _, ...valores }: Sent = { ...RECORDS[tipo].example, ...change };
  return {
    ...{ op: crypto.randomUUID(), persona, hace: 'crear', tipo, _id, valores },
    ...{ capturado: '2026-11-22T15:32:00.000Z', desfase: 0 },
  };
}

let serial = 0;
/** The operations of one tablet: a day's work. */
function dayOfWork(): Sent[] {
  return Array.from({ length: CHILDREN }, () => {
    const child = crypto.randomUUID();
    serial += 1;
    const controls = Array.from({ length: CONTROLS }, (_, at) =>
      operationOf('control', child, crypto.randomUUID(), { fecha: `2026-0${at + 1}-11` }),
    );
    return [operationOf('nino', child, child, { cedula: `E${Date.now()}${serial}` }), ...controls];
  }).flat();
}

/** Sends like a device: in growing batches, and again after a 503. @returns the number of 503 answers and of operations done */
async function sendAll(url: string, token: string): Promise<{ sentAway: number; done: number }> {
  const equipo = crypto.randomUUID();
  const waiting = dayOfWork();
  let [batch, sentAway, done] = [FIRST_BATCH, 0, 0];
  await wait(Math.random() * SPREAD_MS);
  while (waiting.length > 0) {
    const operaciones = waiting.slice(0, batch);
    const answer = await fetch(`${url}/api/sincronizacion/envio`, {
      method: 'POST',
      headers: { 'x-access-token': token, 'content-type': 'application/json' },
      body: JSON.stringify({ protocolo: PROTOCOL, equipo, operaciones }),
    });
    if (answer.status === 503) {
      sentAway += 1;
      await answer.arrayBuffer();
      await wait(Number(answer.headers.get('retry-after')) * 1_000 * (0.7 + Math.random() * 0.6));
      continue;
    }
    if (!answer.ok) throw new Error(`A tablet was answered ${answer.status}: ${await answer.text()}`);
    const { resultados }: { resultados: { estado: string }[] } = await answer.json();
    done += resultados.filter(({ estado }) => estado === 'hecha').length;
    waiting.splice(0, operaciones.length);
    batch = Math.min(batch * 2, LARGEST_BATCH);
  }
  return { sentAway, done };
}

/** Measures a district whose tablets all send in the evening, and the lists of other users meanwhile. */
export async function evening({ bench: { load, ours, facts }, size }: Scene): Promise<string> {
  const order: LoadTask = {
    jobs: ['list'],
    ...{ urls: [ours.url], connections: 2, seconds: SECONDS, seed: 1, pauseMs: 10 },
  };
  const alone = await load.run(order);
  const begun = performance.now();
  const sending = Promise.all(
    Array.from({ length: TABLETS }, (_, at) => sendAll(ours.url, facts.brigades[at % facts.brigades.length] ?? '')),
  ).then((tablets) => ({ tablets, seconds: (performance.now() - begun) / 1_000 }));
  await wait(SPREAD_MS);
  const meanwhile = await load.run(order);
  const { tablets, seconds } = await sending;
  const sum = (of: 'sentAway' | 'done') => tablets.reduce((all, tablet) => all + tablet[of], 0);
  const [operations, expected] = [sum('done'), TABLETS * CHILDREN * (1 + CONTROLS)];
  if (operations !== expected) throw new Error(`${operations} of ${expected} operations were done`);
  return [
    `${TABLETS} tablets send ${expected.toLocaleString('en')} operations (${size.toLocaleString('en')} children): ${seconds.toFixed(1)} s,`,
    `${(operations / seconds).toFixed(0)} a second, ${sum('sentAway')} answers 503.`,
    `A page of a list meanwhile: p50 ${meanwhile.p50.toFixed(1)} ms, ×${(meanwhile.p50 / alone.p50).toFixed(2)} of ${alone.p50.toFixed(1)} ms alone (budget 1.5);`,
    `p95 ${meanwhile.p95.toFixed(1)} ms, alone ${alone.p95.toFixed(1)} ms.`,
  ].join(' ');
}
