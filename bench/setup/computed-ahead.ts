import { setTimeout as wait } from 'node:timers/promises';
import { remoteApi } from '../../tests/support/remote-api.ts';

/** What a server computes over all children before anybody asks. */
const PATHS = ['/api/seguimiento/conteo', '/api/reportes/semana', '/api/reportes/metas'];
const WITHIN_MS = 1_800_000;
const AGAIN_AFTER_MS = 1_000;

/** Waits until a server has computed what it computes ahead, because that would slow down what is measured. */
export async function untilComputed(server: string, token = ''): Promise<void> {
  const { call } = remoteApi(server);
  const deadline = performance.now() + WITHIN_MS;
  for (const path of PATHS)
    for (;;) {
      // A request waits for a minute, and is then refused.
      const { status } = await call('GET', path, undefined, token);
      if (status === 200) break;
      if (status !== 503 || performance.now() > deadline) throw new Error(`${path}: ${status}`);
      await wait(AGAIN_AFTER_MS);
    }
}
