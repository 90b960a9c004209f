import { setTimeout as wait } from 'node:timers/promises';
import type { Import } from '#domain/calls/importing.ts';
import { query } from '../setup/database.ts';
import { memoryMegabytes } from '../setup/usage.ts';
import { MEASURED_SECONDS, othersTable, othersWork } from './others-work.ts';
import type { Scene } from './scene.ts';

const CONTROLS = 100_000;
/** One row in so many has a weight that no form accepts. */
const WRONG = 100;
const POLL_MS = 250;
const WORKING = ['recibida', 'leyendo', 'ensayando', 'importando'];

interface Child {
  readonly cedula: string;
  readonly born: string;
}

/** Controls of all children of the population, in the order of a register: by day, not by child. */
async function controlsFile(database: string): Promise<string> {
  const children = await query<Child>(
    database,
    `select cedula, to_char(fechanacimiento, 'YYYY-MM-DD') as born from nino where fechanacimiento is not null order by _id limit ${CONTROLS / 10}`,
    [],
  );
  const lines = ['Cédula;Fecha;Peso;Longitud;Perímetro cefálico'];
  const each = Math.ceil(CONTROLS / children.length);
  for (let month = 1; lines.length <= CONTROLS && month <= each; month += 1)
    for (const { cedula, born } of children) {
      const day = new Date(Date.parse(born) + (30 + 23 * month) * 86_400_000).toISOString().slice(0, 10).split('-');
      const weight =
        lines.length % WRONG === 0 ? '240' : (3.2 + 0.45 * Math.min(month, 20)).toFixed(2).replace('.', ',');
      lines.push(
        [cedula, day.reverse().join('/'), weight, (50 + 1.5 * Math.min(month, 25)).toFixed(1), '40'].join(';'),
      );
      if (lines.length > CONTROLS) break;
    }
  return lines.join('\r\n');
}

/** Measures an import of 100,000 controls, the memory of the server, and the work of others before, during and right after. */
export async function importing({ bench, size }: Scene): Promise<string> {
  const { ours, facts, database } = bench;
  const [token = ''] = facts.supervisors;
  const headers = { 'x-access-token': token };
  const api = async <T>(path: string, init: RequestInit = {}): Promise<T> => {
    const answer = await fetch(`${ours.url}/api/importaciones${path}`, {
      ...init,
      headers: { ...headers, ...init.headers },
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json() as Promise<T>;
  };
  const until = async (id: string, watch: () => void): Promise<Import> => {
    for (;;) {
      const now = await api<Import>(`/${id}`);
      if (!WORKING.includes(now.estado)) return now;
      watch();
      await wait(POLL_MS);
    }
  };

  const before = await othersWork(bench);
  const file = await controlsFile(database);
  const memory = memoryMegabytes(ours.pid);
  let most = memory;
  const watch = () => {
    most = Math.max(most, memoryMegabytes(ours.pid));
  };
  const timed = async <T>(work: () => Promise<T>) => {
    const begun = performance.now();
    const value = await work();
    return { value, seconds: (performance.now() - begun) / 1_000 };
  };
  const post = { method: 'POST' } as const;
  const sending = { ...post, headers: { 'content-type': 'text/csv' } };
  const rehearsal = await timed(async () => {
    const { _id } = await api<{ _id: string }>('?tipo=control&archivo=controles.csv', { ...sending, body: file });
    return until(_id, watch);
  });
  const { _id, totales } = rehearsal.value;
  await api(`/${_id}/importar`, post);
  // The first half beside others, the rest alone.
  const during = await othersWork(bench);
  const alone = await timed(() => until(_id, watch));
  const after = await othersWork(bench);
  const done = alone.value;
  const [dead] = await query<{ rows: number }>(
    database,
    `select n_dead_tup::int as rows from pg_stat_user_tables where relname = 'figure_change'`,
    [],
  );
  return [
    `Import of ${CONTROLS.toLocaleString('en')} controls with 1 % of wrong rows (${size.toLocaleString('en')} children):`,
    `read and rehearsed in ${rehearsal.seconds.toFixed(0)} s (${totales.nueva} new, ${totales.problema} with problems),`,
    `written in ${(MEASURED_SECONDS + alone.seconds).toFixed(0)} s, of which ${MEASURED_SECONDS} s beside the work of others (${done.creadas} created);`,
    `the server grew from ${memory.toFixed(0)} to ${most.toFixed(0)} MB; ${dead?.rows ?? 0} dead rows of pending figures remain.`,
    `\n\n${othersTable(before, during, after)}`,
  ].join(' ');
}
