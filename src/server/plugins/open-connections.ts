import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { refuseExpectation, refuseOn, refuseUnread } from './client-errors.ts';

/** Times in milliseconds. */
export interface ConnectionLimits {
  /** Until the headers of a request are complete, counted from the connection or the previous request. */
  headers: number;
  request: number;
  /** Without a byte in either direction. */
  idle: number;
  keepAlive: number;
  drain: number;
  /** Any further connection is closed unanswered. */
  count: number;
}

/** The reasons are in docs/decisions/2026-11-21-connections.md. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  headers: 15_000,
  request: 60_000,
  idle: 120_000,
  keepAlive: 72_000,
  drain: 30_000,
  count: 5_000,
};

/**
 * How many connections the kernel keeps until a busy server accepts them. The kernel has a limit of its own, usually
 * 4,096, and resets connections beyond it. Node's default is 511.
 */
export const BACKLOG = CONNECTION_LIMITS.count;

const CHECK_MS = 1_000;

export interface Connections {
  serverFactory(handler: RequestListener): Server;
  /** From now on each answer closes its connection, so that clients go elsewhere. */
  leave(): void;
  isLeaving(): boolean;
  isDraining(): boolean;
  /** Accepts nothing new, closes unused connections and waits for the rest. @returns how many were cut off at the limit */
  drain(): Promise<number>;
}

export function createConnections(limits: ConnectionLimits): Connections {
  let server: Server | undefined;
  const owed = new Map<Socket, Set<ServerResponse>>();
  let drained: (() => void) | undefined;
  let leaving = false;
  const closing = new WeakSet<Socket>();

  /** Only once, since each call adds a listener to a socket that is still sending. */
  const closeIfUnused = (socket: Socket) => {
    if (owed.get(socket)?.size !== 0 || closing.has(socket)) return;
    closing.add(socket);
    socket.destroySoon();
  };

  function trackConnection(socket: Socket): void {
    owed.set(socket, new Set());
    socket.once('close', () => {
      owed.delete(socket);
      if (owed.size === 0) drained?.();
    });
  }

  function trackAnswer(response: ServerResponse): void {
    // A closed response has no socket.
    const { socket } = response;
    const answers = socket ? owed.get(socket) : undefined;
    answers?.add(response);
    response.once('close', () => {
      answers?.delete(response);
      if (drained && socket) closeIfUnused(socket);
    });
  }

  return {
    serverFactory(handler) {
      server = createServer(
        {
          headersTimeout: limits.headers,
          requestTimeout: limits.request,
          keepAliveTimeout: limits.keepAlive,
          connectionsCheckingInterval: Math.min(CHECK_MS, limits.headers / 4),
          // Node's own refusal has no body; the first hook refuses with one.
          requireHostHeader: false,
        },
        handler,
      );
      server.setTimeout(limits.idle);
      server.maxConnections = limits.count;
      server.on('connection', trackConnection);
      server.on('request', (_request, response) => trackAnswer(response));
      server.on('checkExpectation', (_request, response) => refuseExpectation(response));
      server.on('connect', (_request, socket) => refuseOn(socket as Socket, 'malformed', []));
      server.on('clientError', (error, socket) =>
        refuseUnread(socket as Socket, error, owed.get(socket as Socket) ?? []),
      );
      return server;
    },
    leave() {
      leaving = true;
    },
    isLeaving: () => leaving,
    isDraining: () => drained !== undefined,
    async drain() {
      const finished = new Promise<void>((resolve) => {
        drained = resolve;
      });
      server?.close();
      for (const socket of owed.keys()) closeIfUnused(socket);
      if (owed.size === 0) drained?.();
      let limit: NodeJS.Timeout | undefined;
      const timedOut = new Promise<void>((resolve) => {
        limit = setTimeout(resolve, limits.drain);
      });
      await Promise.race([finished, timedOut]);
      clearTimeout(limit);
      const cut = owed.size;
      for (const socket of owed.keys()) socket.destroy();
      return cut;
    },
  };
}
