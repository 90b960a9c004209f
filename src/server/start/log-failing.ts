import type { FastifyBaseLogger } from 'fastify';
import { errorForLog } from '#server/base/error-for-log.ts';
import type { Failing } from '#server/modules/records/refresh-children.ts';

/** The ids of so many are told. */
const TOLD = 10;

/** Tells in one line of all children that came to fail. @param known how many were told of before */
export function logFailing(log: Pick<FastifyBaseLogger, 'error'>, failing: Failing, known = 0): void {
  const [first, ...others] = [...failing].slice(known);
  if (!first) return;
  const children = [first, ...others].slice(0, TOLD).map(([id]) => id);
  log.error({ err: errorForLog(first[1]), failed: others.length + 1, children }, 'some children could not be computed');
}
