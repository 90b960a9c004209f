import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { PASSWORDS_AT_ONCE } from '#server/accounts/password-work.ts';
import { usuario } from '#server/db/schema.ts';
import { newCedula, newUser } from '../support/factories.ts';
import { recordedLog } from '../support/log-sink.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

const { logger, lines } = recordedLog('warn');

let api: TestApi | undefined;
afterEach(async () => {
  await api?.close();
  api = undefined;
  lines.length = 0;
});

/** The application on a port, for requests with X-Forwarded-For. */
async function listening(trustProxy?: string) {
  api = await startTestApi({ trustProxy, logger });
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = api.app.server.address() as AddressInfo;
  const post = async (path: string, body: object, forwarded?: string, signal?: AbortSignal) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(forwarded ? { 'x-forwarded-for': forwarded } : {}) },
      body: JSON.stringify(body),
      ...(signal ? { signal } : {}),
    });
  return { post, database: api.database };
}

describe('X-Forwarded-For', () => {
  /** Eleven wrong sign-ins with different forwarded addresses. */
  const guess = async (post: Awaited<ReturnType<typeof listening>>['post']) => {
    const cedula = newCedula();
    const statuses: number[] = [];
    for (let i = 1; i <= 11; i += 1) {
      const body = { cedula, password: 'Equivocada1' };
      statuses.push((await post('/api/auth/signin', body, `203.0.113.${i}`)).status);
    }
    return statuses;
  };
  const allWrong = Array.from({ length: 11 }, () => 401);

  it.each([undefined, '192.0.2.0/24'])(
    'from a peer outside TRUST_PROXY (%s) is ignored and logged once',
    async (trusted) => {
      const { post } = await listening(trusted);
      expect(await guess(post)).toEqual([...allWrong.slice(1), 429]);
      const warnings = lines.filter((line) => line.includes('X-Forwarded-For'));
      expect(warnings).toHaveLength(1);
      expect(JSON.parse(warnings[0] ?? '')).toMatchObject({ level: 40, peer: '127.0.0.1' });
      expect(warnings[0]).toContain('TRUST_PROXY');
      expect(lines.join('')).not.toContain('203.0.113');
    },
  );

  it('from a trusted proxy gives the address of the client', async () => {
    const { post } = await listening('loopback');
    expect(await guess(post)).toEqual(allWrong);
    expect(lines.join('')).not.toContain('X-Forwarded-For');
  });

  it('of any length and content never breaks a sign-in', async () => {
    const { post } = await listening('loopback');
    for (const forwarded of ['x'.repeat(10_000), ',,,', 'unknown', '::1%eth0', '999.1.1.1'])
      expect((await post('/api/auth/signin', { cedula: newCedula(), password: 'x' }, forwarded)).status).toBe(401);
  });
});

it('requests whose client hung up while waiting cause no more work', async () => {
  const { post, database } = await listening();
  const hangUp = new AbortController();
  const all = Array.from({ length: 60 }, () =>
    post('/api/auth/signup', newUser(), undefined, hangUp.signal).finally(() => hangUp.abort()),
  );
  await Promise.allSettled(all);
  // It waits in the queue behind the requests that hung up.
  expect((await post('/api/auth/signup', newUser())).status).toBe(201);
  expect((await database.db.select({ id: usuario._id }).from(usuario)).length).toBeLessThan(15 * PASSWORDS_AT_ONCE);
});
