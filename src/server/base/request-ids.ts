import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify';

/** What an id of a proxy may be made of: everything else could be made to look like more than an id where it is read. */
const WELL_FORMED = /^[\w.:/+=-]{1,128}$/;
/** A UUID, with its hyphens or, as nginx writes `$request_id`, without. */
const UUID = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/;

/** The peers that TRUST_PROXY names, read as Fastify reads them. */
const trusting = (proxies: string) => proxyAddr.compile(proxies.split(',').map((entry) => entry.trim()));

/**
 * The id of a request is the one that a trusted proxy gave it where that is a UUID, as the journal keeps it; otherwise a new one. What
 * a trusted proxy said in other letters stands beside it in the log, as `proxyRequestId`.
 */
export function requestIds(proxies: string | undefined): Pick<FastifyServerOptions, 'genReqId' | 'childLoggerFactory'> {
  if (proxies === undefined) return { genReqId: () => crypto.randomUUID() };
  const isTrusted = trusting(proxies);
  const given = ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string | undefined => {
    const id = headers['x-request-id'];
    if (typeof id !== 'string' || !WELL_FORMED.test(id)) return undefined;
    return socket.remoteAddress !== undefined && isTrusted(socket.remoteAddress, 0) ? id : undefined;
  };
  return {
    genReqId: (request) => {
      const parts = UUID.exec(given(request as IncomingMessage)?.toLowerCase() ?? '');
      return parts ? parts.slice(1).join('-') : crypto.randomUUID();
    },
    childLoggerFactory: (logger, bindings, options, request) => {
      const proxyRequestId = given(request);
      const beside = proxyRequestId !== undefined && proxyRequestId !== bindings.reqId && { proxyRequestId };
      return logger.child({ ...bindings, ...beside }, options) as FastifyBaseLogger;
    },
  };
}
