import type { FastifyBaseLogger } from 'fastify';
import { dbFault, isUnavailable } from '#server/base/db-errors.ts';
import { errorForLog } from '#server/base/error-for-log.ts';

/** A connection that broke is the affair of whoever used it, who has been told. */
const isBrokenConnection = (error: unknown): boolean => {
  const fault = dbFault(error);
  return fault !== null && isUnavailable(fault);
};

/**
 * What nobody caught is logged. After a rejected promise, or a connection that broke, the process goes on: each request answers for
 * itself. After any other exception nobody knows what is still whole.
 * @param end stops the process in order with exit code 1
 */
export function logWhatNobodyCaught(log: Pick<FastifyBaseLogger, 'error' | 'fatal'>, end: () => void): void {
  process.on('unhandledRejection', (reason) => {
    log.error({ err: errorForLog(reason) }, 'a promise was rejected and nobody handled it');
  });
  process.on('uncaughtException', (error) => {
    if (isBrokenConnection(error)) return log.error({ err: errorForLog(error) }, 'a connection broke unnoticed');
    log.fatal({ err: errorForLog(error) }, 'an exception that nobody caught ends the process');
    end();
  });
}
