import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify';

/** Excludes ids of a proxy that could pass for more than an id where they are read. */
const WELL_FORMED = /^[\w.:/+=-]{1,128}$/;
const UUID = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/;

const compileTrust = (proxies: string) => proxyAddr.compile(proxies.split(',').map((entry) => entry.trim()));

/** A trusted proxy's id is used if it is a UUID, as the journal requires; any other one is logged as `proxyRequestId`. */
export function requestIds(proxies: string | undefined): Pick<FastifyServerOptions, 'genReqId' | 'childLoggerFactory'> {
  if (proxies === undefined) return { genReqId: () => crypto.randomUUID() };
  const isTrusted = compileTrust(proxies);
  const proxyId = ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string | undefined => {
    const id = headers['x-request-id'];
    if (typeof id !== 'string' || !WELL_FORMED.test(id)) return undefined;
    return socket.remoteAddress !== undefined && isTrusted(socket.remoteAddress, 0) ? id : undefined;
  };
  return {
    genReqId: (request) => {
      const parts = UUID.exec(proxyId(request as IncomingMessage)?.toLowerCase() ?? '');
      return parts ? parts.slice(1).join('-') : crypto.randomUUID();
    },
    childLoggerFactory: (logger, bindings, options, request) => {
      const proxyRequestId = proxyId(request);
      const beside = proxyRequestId !== undefined && proxyRequestId !== bindings.reqId && { proxyRequestId };
      return logger.child({ ...bindings, ...beside }, options) as FastifyBaseLogger;
    },
  };
}
