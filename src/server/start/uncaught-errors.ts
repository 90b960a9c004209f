import type { FastifyBaseLogger } from 'fastify';
import { dbFault, isUnavailable } from '#server/base/db-errors.ts';
import { errorForLog } from '#server/base/error-for-log.ts';

/** The request that used the connection has already failed with this error. */
const isBrokenConnection = (error: unknown): boolean => {
  const fault = dbFault(error);
  return fault !== null && isUnavailable(fault);
};

/** After a rejection or a broken connection the process goes on; after another exception its state is unknown. @param end exits with 1 */
export function logUncaughtErrors(log: Pick<FastifyBaseLogger, 'error' | 'fatal'>, end: () => void): void {
  process.on('unhandledRejection', (reason) => {
    log.error({ err: errorForLog(reason) }, 'a promise was rejected and nobody handled it');
  });
  process.on('uncaughtException', (error) => {
    if (isBrokenConnection(error)) return log.error({ err: errorForLog(error) }, 'a connection broke unnoticed');
    log.fatal({ err: errorForLog(error) }, 'an exception that nobody caught ends the process');
    end();
  });
}
