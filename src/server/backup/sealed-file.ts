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

/** Packs nearly as well as slower ones, in half the time. */
const GZIP_LEVEL = 4;
const PARTIAL = '.parcial';
/** What a passphrase costs whoever tries one, as a power of two: a second and 256 MB with scrypt. */
const SCRYPT_WORK = 18;

interface Sealing {
  readonly passphrase: string;
  readonly signal?: AbortSignal | undefined;
  /** Instead of `SCRYPT_WORK`, for what is thrown away; a file says itself what it takes to open. */
  readonly work?: number;
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? 'error';

/** Why a file could not be read on, where that is the file system's fault. */
const unreadable = ({ errored }: Readable) =>
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

/**
 * Packs and encrypts bytes into a new file, as `age -d | gunzip` reads it. It bears its name only once it is whole and on the disk,
 * for its owner alone; what breaks off leaves nothing.
 * @throws StartupError when there is such a file, or no room
 */
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
    // Said before the work, not after it: a copy of a country takes an hour.
    if (existsSync(path)) throw taken(path);
    const file = (await open(partial, 'wx', 0o600)).createWriteStream();
    const sealed = await encrypter.encrypt(Readable.toWeb(zip) as ReadableStream<Uint8Array>);
    const writing = pipeline(Readable.fromWeb(sealed as NodeStream<Uint8Array>), file, { signal });
    const packing = pipeline(plain, zip, { signal });
    // Whatever fails first says why; both have ended before anything is removed.
    const [first] = await Promise.allSettled([Promise.all([writing, packing]), writing, packing]);
    if (first.status === 'rejected') throw first.reason;
    await flush(partial);
    // Unlike a renaming it takes nobody else's place.
    await link(partial, path);
    await rm(partial);
    await flush(dirname(path));
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {});
    throw explainWriting(error, path);
  }
}

/** @throws StartupError when the passphrase is another one, or the file none that a passphrase opens */
async function decrypted(source: Readable, passphrase: string): Promise<ReadableStream<Uint8Array>> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    return await decrypter.decrypt(Readable.toWeb(source) as ReadableStream<Uint8Array>);
  } catch (error) {
    const why = unreadable(source);
    if (why) throw why;
    if (/no identity matched/.test((error as Error).message))
      throw new StartupError('La contraseña no es la de esta copia. No se cambió nada.');
    throw /HMAC/.test((error as Error).message) ? damaged() : foreign();
  }
}

/** What a sealed file holds, as it is read. @param read told how many bytes of the file have been */
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
    throw unreadable(source) ?? damaged();
  } finally {
    source.destroy();
  }
}
