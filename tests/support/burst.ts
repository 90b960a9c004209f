import type { Answer } from './api-client.ts';

/** Sends again what was answered 503, as a client does: on a slow machine a request may leave the queue before its turn. */
export async function untilServed<A extends Pick<Answer, 'status'>>(ask: () => Promise<A>): Promise<A> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 503) return answer;
  }
}

/** Sends simultaneous requests. @returns the number of answers by status */
export async function burst(times: number, ask: (index: number) => Promise<Answer>): Promise<Record<number, number>> {
  const answers = await Promise.all(Array.from({ length: times }, (_, index) => untilServed(() => ask(index))));
  const statuses: Record<number, number> = {};
  for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1;
  return statuses;
}
