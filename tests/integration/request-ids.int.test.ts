import { once } from 'node:events';
import { request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { desc, isNotNull } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { journal } from '#server/db/schema.ts';
import { buildApp } from '#server/start/app.ts';
import { createRecord } from '../support/factories.ts';
import { recordedLog } from '../support/log-sink.ts';
import { SECRET, startTestApi, type TestApi } from '../support/test-api.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const { logger, lines } = recordedLog('info');

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

let app: FastifyInstance | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

/** The application on a port, behind a proxy that sends one or several ids. */
async function listening(trustProxy?: string) {
  app = await buildApp({ database: api.database, secret: SECRET, trustProxy, logger });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return async (id: string | string[], path = '/api/health/live', token = '') => {
    lines.length = 0;
    const headers = { 'x-request-id': id, ...(token && { 'x-access-token': token }) };
    const [answer] = await once(ask({ port, host: '127.0.0.1', path, headers }).end(), 'response');
    answer.resume();
    await once(answer, 'end');
    await expect.poll(() => lines.length).toBeGreaterThan(0);
    const logged = JSON.parse(lines.at(-1) ?? '') as { reqId: string; proxyRequestId?: string };
    return { answered: answer.headers['x-request-id'] as string, status: answer.statusCode, logged };
  };
}

const GIVEN = '0b9f2c1e-7d3a-4c55-9e21-5a7f3d0c8b64';

describe('the X-Request-Id of a trusted proxy', () => {
  it('is the id in answer, log and journal when it is a UUID', async () => {
    const send = await listening('loopback');
    const supervisor = await api.user('ROLE_SUPERVISOR');
    const { _id } = await createRecord(supervisor, 'nino');
    const { answered, status, logged } = await send(GIVEN, `/api/nino/${_id}`, supervisor.token);
    expect([status, answered]).toEqual([200, GIVEN]);
    expect(logged).toMatchObject({ reqId: GIVEN });
    expect(logged).not.toHaveProperty('proxyRequestId');
    await app?.journalWritten();
    const [noted] = await api.database.db
      .select({ request: journal.request, about: journal.about })
      .from(journal)
      .where(isNotNull(journal.request))
      .orderBy(desc(journal.seq))
      .limit(1);
    expect(noted).toEqual({ request: GIVEN, about: _id });
  });

  it.each([
    ['without hyphens, as nginx writes it', GIVEN.replaceAll('-', '')],
    ['in capitals', GIVEN.toUpperCase()],
  ])('is normalised (%s), and the log has the original beside it', async (_how, sent) => {
    const { answered, logged } = await (await listening('loopback'))(sent);
    expect(answered).toBe(GIVEN);
    expect(logged).toMatchObject({ reqId: GIVEN, proxyRequestId: sent });
  });

  it.each(['7F000001:D2C4_7F000001:1F90_6741A3B2_0001:0007', 'x'.repeat(128)])(
    'is logged beside an id of ours when it is not a UUID (%s)',
    async (sent) => {
      const { answered, logged } = await (await listening('10.0.0.0/8, 127.0.0.1'))(sent);
      expect(answered).toMatch(UUID);
      expect(logged).toMatchObject({ reqId: answered, proxyRequestId: sent });
    },
  );

  it.each<[string, string | string[]]>([
    ['too long', 'x'.repeat(129)],
    ['endless', 'x'.repeat(10_000)],
    ['empty', ''],
    ['with what could look like more', 'a"}\t{"level":50'],
    ['of letters beyond ASCII', 'Ñandú'],
    ['given twice', [GIVEN, GIVEN]],
  ])('is ignored when it is %s', async (_how, sent) => {
    const { answered, status, logged } = await (await listening('loopback'))(sent);
    expect(status).toBe(200);
    expect(answered).toMatch(UUID);
    expect(answered).not.toBe(GIVEN);
    expect(logged).toMatchObject({ reqId: answered });
    expect(logged).not.toHaveProperty('proxyRequestId');
  });
});

it.each([undefined, '192.0.2.0/24, 2001:db8::/32'])(
  'the X-Request-Id of any other peer is ignored (TRUST_PROXY %s)',
  async (trusted) => {
    const { answered, logged } = await (await listening(trusted))(GIVEN);
    expect(answered).toMatch(UUID);
    expect(answered).not.toBe(GIVEN);
    expect(logged).toMatchObject({ reqId: answered });
    expect(JSON.stringify(logged)).not.toContain(GIVEN);
  },
);
