import type { KdfAnswer, KdfParameters, KdfTask } from './argon.ts';
import type { Bytes } from './bytes.ts';
import { randomBytes } from './cipher.ts';
import address from './kdf.worker.ts?worker&url';

const SALT_BYTES = 16;
/** KiB: what phones in the field can usually allocate, and OWASP's minimum for two passes. */
const MEMORY = 64 * 1024;
const LITTLE_MEMORY = 19 * 1024;
const PASSES = 2;

class NoMemory extends Error {
  constructor() {
    super('Este equipo no tiene memoria libre para abrir lo guardado. Cierra otras aplicaciones e inténtalo de nuevo.');
    this.name = 'NoMemory';
  }
}

/** Derives the key in a worker; takes about a second on a phone. @throws NoMemory */
export function passwordKey(password: string, parameters: KdfParameters): Promise<Bytes> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(address, { type: 'module' });
    const end = (key: Bytes | null) => {
      worker.terminate();
      if (key) resolve(key);
      else reject(new NoMemory());
    };
    worker.addEventListener('message', ({ data }: MessageEvent<KdfAnswer>) => end(data.key));
    worker.addEventListener('error', () => end(null));
    const task: KdfTask = { password, parameters };
    worker.postMessage(task);
  });
}

export async function newPasswordKey(password: string): Promise<{ key: Bytes; parameters: KdfParameters }> {
  const salt = randomBytes(SALT_BYTES);
  const withMemory = async (memory: number) => {
    const parameters = { salt, memory, passes: PASSES };
    return { key: await passwordKey(password, parameters), parameters };
  };
  return withMemory(MEMORY).catch(() => withMemory(LITTLE_MEMORY));
}
