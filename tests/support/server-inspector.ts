import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

const PRELOADED = resolve(import.meta.dirname, 'inside-server.mjs');

/** Resources of an idle server. */
export interface ServerResources {
  readonly bytes: number;
  /** Sockets, files and similar. */
  readonly resources: number;
  /** By the clock of the server. */
  readonly now: number;
}

/** Controls a server process from a test: its environment, its clock and its resources. */
export function createServerInspector() {
  const folder = mkdtempSync(join(tmpdir(), 'libreta-inside-'));
  const path = join(folder, 'socket');
  const ask = async (command: object): Promise<ServerResources> => {
    const socket = connect(path);
    socket.write(`${JSON.stringify(command)}\n`);
    return JSON.parse(await text(socket)) as ServerResources;
  };
  return {
    env: { INSIDE_SOCKET: path, NODE_OPTIONS: `--import=${PRELOADED}` },
    held: () => ask({}),
    /** Shifts the server's clock against the machine's. */
    shift: (milliseconds: number) => ask({ shift: milliseconds }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
