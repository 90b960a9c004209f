import { gzipSync } from 'node:zlib';
import type { InjectOptions } from 'fastify';
import { newAddress } from '../new-address.ts';
import { inTime } from '../passing-time.ts';
import type { Described } from './document.ts';
import { createJudge, type ReceivedAnswer } from './judge.ts';
import type { FuzzRequest } from './requests.ts';
import type { World } from './world.ts';

/** Longer than any answer takes on a busy machine. */
const HANGS_MS = 60_000;

const failed = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error));

/** Sends requests, each from a new address, and judges the answers. */
export function createFuzzSender(world: World, calls: readonly Described[]) {
  const judge = createJudge(world.marks);
  const byName = new Map(calls.map((call) => [call.name, call]));
  const statuses = new Map<string, Map<number, number>>();

  /** Placeholders are resolved first, because simultaneous requests may end the session that resolves them. */
  const prepare = async (request: FuzzRequest, atOnce: boolean): Promise<() => Promise<string[]>> => {
    const call = byName.get(request.call);
    if (!call) return async () => [`the description no longer knows ${request.call}`];
    const resolve = async (text: string) => world.resolve(text, request.as);
    const token = request.token ? await resolve(`{{token.${request.token}}}`) : world.token(request.as);
    const url = await resolve(request.url);
    const body = request.body === undefined ? undefined : await resolve(request.body);
    const payload = request.packed && body !== undefined ? gzipSync(body) : body;
    const headers = {
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...(request.packed && { 'content-encoding': 'gzip' }),
      ...(token && { 'x-access-token': token }),
      ...request.headers,
    };
    const options = { method: request.method, url, headers, payload, remoteAddress: newAddress() } as InjectOptions;
    return () => fire(call, request, { url, body, options, atOnce });
  };

  const fire = async (
    call: Described,
    request: FuzzRequest,
    { url, body, options, atOnce }: { url: string; body: string | undefined; options: InjectOptions; atOnce: boolean },
  ): Promise<string[]> => {
    const answer = await inTime(world.api.app.inject(options), 'the answer', HANGS_MS);
    const got: ReceivedAnswer = { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
    const role = request.token ? 'nobody' : request.as;
    const method = request.method.toUpperCase();
    const counts = statuses.get(`${request.call} as ${request.as}`) ?? new Map<number, number>();
    statuses.set(`${request.call} as ${request.as}`, counts.set(got.status, (counts.get(got.status) ?? 0) + 1));
    const problems = await judge(call, { method, url, role, text: `${url} ${body ?? ''}`, atOnce }, got);
    if (got.status === 429) await world.forgetTries();
    if (got.status < 300 && method === call.method && method !== 'GET') {
      const json =
        String(got.headers['content-type']).startsWith('application/json') &&
        got.headers['content-encoding'] === undefined;
      await world.changed(method, url, request.as, json ? answer.json() : undefined);
    }
    return problems;
  };

  const orFailed = (work: Promise<string[]>) => work.catch((error) => [failed(error)]);
  return {
    /** Numbers of answers, by call, role and status. */
    statuses: statuses as ReadonlyMap<string, ReadonlyMap<number, number>>,
    /** @returns the problems of the answer; an unreadable answer is a problem */
    send: (request: FuzzRequest): Promise<string[]> => orFailed(prepare(request, false).then((send) => send())),
    /** As `send`, for several requests at once. */
    async sendAtOnce(requests: readonly FuzzRequest[]): Promise<string[][]> {
      await world.revive();
      const ready: (() => Promise<string[]>)[] = [];
      for (const request of requests) ready.push(await prepare(request, true));
      return Promise.all(ready.map((send) => orFailed(send())));
    },
  };
}
