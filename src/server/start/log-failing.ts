import type { FastifyBaseLogger } from 'fastify';
import { errorForLog } from '#server/base/error-for-log.ts';
import type { Failing } from '#server/modules/records/refresh-children.ts';

const MAX_IDS = 10;

export function logFailing(log: Pick<FastifyBaseLogger, 'error'>, failing: Failing, loggedBefore = 0): void {
  const [first, ...others] = [...failing].slice(loggedBefore);
  if (!first) return;
  const children = [first, ...others].slice(0, MAX_IDS).map(([id]) => id);
  log.error({ err: errorForLog(first[1]), failed: others.length + 1, children }, 'some children could not be computed');
}
