import { createReadStream, existsSync } from 'node:fs';
import { link, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import { dbFault, isDiskFull } from '#server/base/db-errors.ts';
import { StartupError } from '#server/base/startup-error.ts';
import { damaged, foreign } from './format.ts';

/** Packs nearly as well as higher levels in half the time. */
const GZIP_LEVEL = 4;
const PARTIAL = '.parcial';
/** Cost of one guess of the passphrase, as a power of two: a second and 256 MB with scrypt. */
const SCRYPT_WORK = 18;

interface Sealing {
  readonly passphrase: string;
  readonly signal?: AbortSignal | undefined;
  readonly work?: number;
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? 'error';

const readError = ({ errored }: Readable) =>
  errored && 'syscall' in errored ? new StartupError(`No se puede leer la copia (${codeOf(errored)}).`) : undefined;

const taken = (path: string) => new StartupError(`Ya existe ${path}: elige otro nombre.`);

function explainWriting(error: unknown, path: string): unknown {
  const fault = dbFault(error);
  if (fault && isDiskFull(fault))
    return new StartupError(`No queda espacio para la copia ${path}: libera espacio o elige otro lugar.`);
  const { syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined || error instanceof StartupError) return error;
  if (codeOf(error) === 'EEXIST') return taken(path);
  return new StartupError(`No se puede escribir ${path} (${codeOf(error)}).`);
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Writes a file for `age -d | gunzip`, which gets its name only when complete and synced. @throws StartupError if it exists or does not fit */
export async function writeSealed(
  path: string,
  plain: AsyncIterable<Uint8Array>,
  { passphrase, signal, work = SCRYPT_WORK }: Sealing,
): Promise<void> {
  const partial = `${path}.${process.pid}${PARTIAL}`;
  const zip = createGzip({ level: GZIP_LEVEL });
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(work);
  try {
    // Checked before the work: a copy of a whole country takes an hour.
    if (existsSync(path)) throw taken(path);
    const file = (await open(partial, 'wx', 0o600)).createWriteStream();
    const sealed = await encrypter.encrypt(Readable.toWeb(zip) as ReadableStream<Uint8Array>);
    const writing = pipeline(Readable.fromWeb(sealed as NodeStream<Uint8Array>), file, { signal });
    const packing = pipeline(plain, zip, { signal });
    // The first failure is the cause; both pipelines have ended before the partial file is removed.
    const [first] = await Promise.allSettled([Promise.all([writing, packing]), writing, packing]);
    if (first.status === 'rejected') throw first.reason;
    await flush(partial);
    // Unlike a rename, a link never replaces another file.
    await link(partial, path);
    await rm(partial);
    await flush(dirname(path));
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {});
    throw explainWriting(error, path);
  }
}

/** @throws StartupError if the passphrase is wrong or the file is not sealed with one */
async function decrypted(source: Readable, passphrase: string): Promise<ReadableStream<Uint8Array>> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    return await decrypter.decrypt(Readable.toWeb(source) as ReadableStream<Uint8Array>);
  } catch (error) {
    const failure = readError(source);
    if (failure) throw failure;
    if (/no identity matched/.test((error as Error).message))
      throw new StartupError('La contraseña no es la de esta copia. No se cambió nada.');
    throw /HMAC/.test((error as Error).message) ? damaged() : foreign();
  }
}

export async function* openSealed(
  path: string,
  passphrase: string,
  read: (bytes: number) => void = () => {},
): AsyncGenerator<Uint8Array> {
  const source = createReadStream(path);
  source.on('data', () => read(source.bytesRead));
  source.pause();
  const opened = await decrypted(source, passphrase);
  const unzip = createGunzip();
  const unpacking = pipeline(Readable.fromWeb(opened as NodeStream<Uint8Array>), unzip);
  unpacking.catch(() => {});
  try {
    yield* unzip as AsyncIterable<Uint8Array>;
    await unpacking;
  } catch {
    throw readError(source) ?? damaged();
  } finally {
    source.destroy();
  }
}
