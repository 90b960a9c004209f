import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join, relative, resolve } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { errorForLog } from '#server/base/error-for-log.ts';
import { StartupError } from '#server/base/startup-error.ts';
import type { Database } from '#server/db/connect.ts';
import { clientOf } from '#server/db/embedded.ts';
import { takeSnapshot } from './snapshot.ts';

/** Only the owner can connect, since the data directory is the owner's alone. */
const SOCKET = 'copias.sock';
const SNAPSHOT = 'instantanea';
/** The limit on every system. */
const MAX_PATH_BYTES = 100;

const answerSchema = z.object({ folder: z.string().optional(), error: z.string().optional() });

function socketPath(dataDir: string): string {
  const whole = resolve(dataDir, SOCKET);
  const short = relative('', whole);
  return short.length < whole.length ? short : whole;
}

export interface SnapshotOptions {
  readonly dataDir: string;
  readonly reserve: number;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
}

/** Serves snapshots of the embedded database, one at a time; each is deleted when its connection closes. @returns the stop function */
export async function offerSnapshots(
  database: Database,
  { dataDir, reserve, log }: SnapshotOptions,
): Promise<() => Promise<void>> {
  const folder = resolve(dataDir, SNAPSHOT);
  const path = socketPath(dataDir);
  // Leftovers of an earlier server; this one owns the directory.
  for (const left of [folder, path]) rmSync(left, { recursive: true, force: true });

  const serve = async (socket: Socket) => {
    if (socket.destroyed) return;
    const closed = once(socket, 'close').catch(() => {});
    try {
      const ms = Math.round(await takeSnapshot(clientOf(database), join(dataDir, 'pg'), folder, reserve));
      log.info({ ms }, 'snapshot of the embedded database taken');
      socket.write(`${JSON.stringify({ folder })}\n`);
    } catch (error) {
      log.error({ err: errorForLog(error) }, 'taking a snapshot failed');
      const message =
        error instanceof StartupError ? error.message : 'La Libreta no pudo preparar la copia: mira su registro.';
      socket.end(`${JSON.stringify({ error: message })}\n`);
    }
    await closed;
    await rm(folder, { recursive: true, force: true });
  };

  let turn = Promise.resolve();
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => open.delete(socket));
    socket.resume();
    turn = turn.then(() => serve(socket)).catch((error) => log.error({ err: errorForLog(error) }, 'a snapshot stayed'));
  });
  const refused = (error: unknown) =>
    log.warn({ err: errorForLog(error) }, 'no copies can be made while this server runs');
  server.on('error', refused);
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) refused(new Error('The path of DATA_DIR is too long for a socket'));
  else {
    server.listen(path);
    await Promise.race([once(server, 'listening'), once(server, 'error')]).catch(() => {});
    server.unref();
  }
  return async () => {
    server.close();
    for (const socket of open) socket.destroy();
    await turn;
  };
}

export interface BorrowedSnapshot {
  readonly folder: string;
  readonly lost: AbortSignal;
  giveBack(): void;
}

const stopped = () => new StartupError('La Libreta se detuvo mientras se hacía la copia: inténtalo de nuevo.');

/** @returns null if no server runs @throws StartupError if the server ends or has no room for a snapshot */
export async function requestSnapshot(dataDir: string): Promise<BorrowedSnapshot | null> {
  const path = socketPath(dataDir);
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) return null;
  const socket = connect(path);
  try {
    await once(socket, 'connect');
  } catch {
    return null;
  }
  const losing = new AbortController();
  socket.on('error', () => {});
  socket.once('close', () => losing.abort(stopped()));
  let answer = '';
  for await (const part of socket.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    answer += part;
    if (answer.endsWith('\n')) break;
  }
  if (!answer.endsWith('\n')) throw stopped();
  const { folder, error } = answerSchema.parse(JSON.parse(answer));
  if (folder) {
    // Without reading on, the end of the connection would not be noticed.
    socket.resume();
    return { folder, lost: losing.signal, giveBack: () => socket.destroy() };
  }
  socket.destroy();
  throw new StartupError(String(error));
}
