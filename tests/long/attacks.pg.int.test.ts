import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MAX_FILE_BYTES } from '#domain/calls/importing.ts';
import { importTable } from '#server/db/schema.ts';
import { createHandedOver, type HandedOverRecords } from '../support/attacks/handed-over.ts';
import * as requests from '../support/attacks/requests.ts';
import { createAttacker, type Judged } from '../support/attacks/send.ts';
import { ATTACKS, type Attack, type AttackRow, attackTable } from '../support/attacks/table.ts';
import { everyCall } from '../support/every-call.ts';
import { type Described, readDescription } from '../support/fuzz/document.ts';
import type { Role } from '../support/fuzz/marks.ts';
import { createWorld, type World } from '../support/fuzz/world.ts';
import { readAnswers, speak } from '../support/raw-http.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

let api: TestApi;
let world: World;
let handedOver: HandedOverRecords;
let described: Map<string, Described>;
let ask: ReturnType<typeof createAttacker>;
/** Another account with the rights of the caller. */
let otherAccounts: Record<string, { role: Role; token: () => string | undefined }>;

beforeAll(async () => {
  api = await startTestApi();
  described = new Map((await readDescription(api)).map((call) => [call.name, call]));
  world = await createWorld(api);
  handedOver = await createHandedOver(world);
  ask = createAttacker(world);
  const secondAdministrator = await api.user('ROLE_ADMINISTRADOR');
  otherAccounts = {
    brigadeOne: { role: 'brigadeTwo', token: () => world.token('brigadeTwo') },
    administrator: { role: 'administrator', token: () => secondAdministrator.token },
  };
});
afterAll(() => api.close());

const names = everyCall().map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);

/** Sends the requests of each attack, in sequence unless simultaneous. */
const ANSWERS: Record<Attack, (call: Described, row: AttackRow) => Promise<Judged[]>> = {
  async anonymous(call, row) {
    return [await ask(call, 'nobody', await requests.usualRequestFor(world, call, row, row.caller), undefined)];
  },
  async 'account without role'(call, row) {
    return [await ask(call, 'user', await requests.usualRequestFor(world, call, row, row.caller))];
  },
  async 'former custodian'(call, row) {
    if (row.caller !== 'brigadeOne')
      return [await ask(call, row.caller, await requests.usualRequestFor(world, call, row, row.caller))];
    const request = await requests.usualRequestFor(world, call, row, 'brigadeOne', handedOver.inPlaceOfOwn);
    const answer = await ask(call, 'brigadeOne', request, await handedOver.formerToken());
    return [{ ...answer, problems: [...answer.problems, ...handedOver.logLinesAbout(answer.text, request, row)] }];
  },
  async 'used id'(call, row) {
    const first = await requests.usualRequestFor(world, call, row, row.caller);
    const answer = await ask(call, row.caller, first);
    if (answer.status >= 400) return [{ ...answer, problems: [`the usual request answers ${answer.status}`] }];
    const { role, token } = otherAccounts[row.caller] ?? { role: row.caller, token: () => world.token(row.caller) };
    const other = await requests.usualRequestFor(world, call, row, role);
    return [await ask(call, role, requests.withIdsOf(first, other), token())];
  },
  '100,000 keys': async (call, row) => inSequence(call, row, await requests.manyKeys(world, call, row)),
  'nesting of 5,000': async (call, row) => inSequence(call, row, await requests.deepNesting(world, call, row)),
  '1 MB of text': async (call, row) => inSequence(call, row, await requests.megabyteOfText(world, call, row)),
  async 'sixteen at once'(call, row) {
    const request = await requests.usualRequestFor(world, call, row, row.caller);
    return Promise.all(Array.from({ length: 16 }, () => ask(call, row.caller, request, world.token(row.caller), true)));
  },
  async twice(call, row) {
    const request = await requests.usualRequestFor(world, call, row, row.caller);
    return inSequence(call, row, [async () => request, async () => request]);
  },
  'clock two days off': async (call, row) => inSequence(call, row, requests.clockOff(world, call, row)),
};

async function inSequence(
  call: Described,
  { caller }: AttackRow,
  sent: (() => Promise<requests.Request>)[],
): Promise<Judged[]> {
  const answers: Judged[] = [];
  for (const make of sent) answers.push(await ask(call, caller, await make()));
  return answers;
}

it('the table has a row for every call and no other', () => {
  expect([...attackTable.keys()].toSorted()).toEqual(names.toSorted());
});

describe.each(names)('the call %s', (name) => {
  it.each(ATTACKS)('answers as its row says: %s', async (attack) => {
    const row = attackTable.get(name) as AttackRow;
    await world.revive();
    const answers = await ANSWERS[attack](described.get(name) as Described, row);
    expect(answers.length).toBeGreaterThan(0);
    for (const { status, text, problems } of answers) {
      expect(row.cells[attack], text.slice(0, 300)).toContain(status);
      // A busy server may answer 503 where the row allows it.
      expect(problems.filter((problem) => problem !== String(status) || !row.cells[attack].includes(status))).toEqual(
        [],
      );
    }
  });
});

describe('a file of more than 50 MB', () => {
  const path = '/api/importaciones?tipo=mujer';
  const countImports = () => api.database.db.$count(importTable);
  let url: string;
  beforeAll(async () => {
    await world.revive();
    url = await api.app.listen({ port: 0, host: '127.0.0.1' });
  });

  it('is refused by its declared length, before any of it arrives', async () => {
    const declared = (token: string | undefined) =>
      speak(
        url,
        `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${MAX_FILE_BYTES + 1}\r\n` +
          `Content-Type: text/csv\r\n${token ? `x-access-token: ${token}\r\n` : ''}\r\n`,
      );
    const before = await countImports();
    for (const [role, status, code] of [
      ['supervisor', 413, 'fileTooLarge'],
      ['brigadeOne', 403, 'forbidden'],
      ['nobody', 401, 'unauthenticated'],
    ] as const) {
      const connection = declared(world.token(role));
      await expect
        .poll(() => readAnswers(connection.answer()), { message: role })
        .toMatchObject([{ status, body: { code } }]);
      connection.socket.destroy();
    }
    expect(await countImports()).toBe(before);
  });

  it('is refused while it arrives without a length, and nothing of it stays', async () => {
    const before = await countImports();
    const megabyte = new Uint8Array(1024 * 1024).fill(97);
    async function* file() {
      for (let sent = 0; sent <= MAX_FILE_BYTES; sent += megabyte.length) yield megabyte;
    }
    const headers = { 'content-type': 'text/csv', 'x-access-token': String(world.token('supervisor')) };
    const request = { method: 'POST', headers, body: Readable.from(file()), duplex: 'half' };
    const answer = await fetch(`${url}${path}`, request as unknown as RequestInit);
    expect([answer.status, await answer.json()]).toMatchObject([413, { code: 'fileTooLarge' }]);
    expect(await countImports()).toBe(before);
  });
});

it('every person and record is unchanged afterwards', async () => {
  expect((await api.anonymous.get('/api/health')).status).toBe(200);
  expect(await world.missing()).toEqual([]);
});
