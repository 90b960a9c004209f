import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../../tests/support/free-port.ts';
import type { Member } from './database.ts';
import { DEPLOYED, type Process, startProgram, type Workspace, waitUntil } from './processes.ts';

export interface Balancer {
  readonly process: Process;
  /** The address for users. */
  readonly url: string;
  readonly databasePort: number;
  readonly replicaPort: number;
  /** The status of a server in HAProxy: `UP`, `DOWN`, `DRAIN` … */
  state(server: string): Promise<string>;
  /** Sends a command to HAProxy's socket. @returns its output */
  tell(command: string): Promise<string>;
}

const LIMIT_MS = 5_000;

/** Starts HAProxy with the unchanged deploy/ha/haproxy.cfg. */
export async function startBalancer(
  place: Workspace,
  apps: readonly number[],
  members: readonly Member[],
): Promise<Balancer> {
  const [people, databasePort, replicaPort] = [await freePort(), await freePort(), await freePort()];
  const socket = join(place.home, 'haproxy.sock');
  const env: Record<string, string> = {
    PEOPLE_BIND: `127.0.0.1:${people}`,
    DATABASE_BIND: `127.0.0.1:${databasePort}`,
    REPLICA_BIND: `127.0.0.1:${replicaPort}`,
    ADMIN_SOCKET: socket,
  };
  for (const [index, port] of apps.entries()) env[`APP${index + 1}`] = `127.0.0.1:${port}`;
  for (const [index, { port, restPort }] of members.entries()) {
    env[`DB${index + 1}`] = `127.0.0.1:${port}`;
    env[`DB${index + 1}_REST`] = String(restPort);
  }
  const config = join(DEPLOYED, 'haproxy.cfg');
  const process = startProgram(place, 'haproxy', 'haproxy', ['-db', '-f', config], env);

  const tell = (command: string): Promise<string> =>
    new Promise((resolve, reject) => {
      let output = '';
      const connection = connect(socket, () => connection.end(`${command}\n`));
      connection.setTimeout(LIMIT_MS, () => connection.destroy(new Error('HAProxy says nothing')));
      connection.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
      connection.once('error', reject);
      connection.once('close', () => resolve(output));
    });
  await waitUntil('HAProxy answers', async () => (await tell('show info')).includes('Version'), 20_000);
  return {
    process,
    url: `http://127.0.0.1:${people}`,
    databasePort,
    replicaPort,
    tell,
    async state(server) {
      const lines = (await tell('show stat')).split('\n').map((line) => line.split(','));
      const column = lines[0]?.indexOf('status') ?? -1;
      const [proxy, name] = server.split('/');
      return lines.find((line) => line[0] === proxy && line[1] === name)?.[column] ?? '';
    },
  };
}
