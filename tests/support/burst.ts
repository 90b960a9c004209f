import type { Answer } from './api-client.ts';

/** Sends simultaneous requests. @returns the number of answers by status */
export async function burst(times: number, ask: (index: number) => Promise<Answer>): Promise<Record<number, number>> {
  const answers = await Promise.all(Array.from({ length: times }, (_, index) => ask(index)));
  const statuses: Record<number, number> = {};
  for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1;
  return statuses;
}
