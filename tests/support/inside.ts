import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

const PRELOADED = resolve(import.meta.dirname, 'inside-server.mjs');

/** What a server holds once nobody asks it for anything. */
export interface Held {
  readonly bytes: number;
  /** Sockets, files and the like. */
  readonly resources: number;
  /** By its own clock. */
  readonly now: number;
}

/** A way into the process of a server: what it is to be started with, its clock, and what it holds. */
export function wayInside() {
  const folder = mkdtempSync(join(tmpdir(), 'libreta-inside-'));
  const path = join(folder, 'socket');
  const ask = async (asked: object): Promise<Held> => {
    const socket = connect(path);
    socket.write(`${JSON.stringify(asked)}\n`);
    return JSON.parse(await text(socket)) as Held;
  };
  return {
    env: { INSIDE_SOCKET: path, NODE_OPTIONS: `--import=${PRELOADED}` },
    held: () => ask({}),
    /** Sets its clock so much before or behind the machine's. */
    shift: (milliseconds: number) => ask({ shift: milliseconds }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
