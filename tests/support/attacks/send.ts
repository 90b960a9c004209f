import type { InjectOptions } from 'fastify';
import type { Described } from '../fuzz/document.ts';
import { createJudge } from '../fuzz/judge.ts';
import type { Role } from '../fuzz/marks.ts';
import type { World } from '../fuzz/world.ts';
import { newAddress } from '../new-address.ts';
import type { Request } from './requests.ts';

/** An answer and every deviation from the API description. */
export interface Judged {
  readonly status: number;
  readonly text: string;
  readonly problems: readonly string[];
}

/** Sends requests of the attack table, each from a new address, and judges the answers with the fuzzer's judge. */
export function createAttacker(world: World) {
  const judge = createJudge(world.marks);
  return async (
    call: Described,
    as: Role,
    request: Request,
    token = world.token(as),
    atOnce = false,
  ): Promise<Judged> => {
    const { method, url, body } = request;
    const headers = {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { 'x-access-token': token }),
      ...request.headers,
    };
    const options = { method, url, headers, payload: body, remoteAddress: newAddress() } as InjectOptions;
    const answer = await world.api.app.inject(options);
    const got = { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
    const problems = await judge(call, { method, url, role: as, text: `${url} ${body ?? ''}`, atOnce }, got);
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    if (got.status < 300 && method !== 'GET') await world.changed(method, url, as, isJson ? answer.json() : undefined);
    if (got.status === 429) await world.forgetTries();
    return { status: got.status, text: isJson ? answer.payload : '', problems };
  };
}
