import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { refusalOf, refuseExpectation, refuseOn } from './client-errors.ts';

/** How long what happens on a connection may take, in milliseconds, and how many connections there may be. */
export interface ConnectionLimits {
  /** Until the headers of a request are complete, counted from the connection or the request before. */
  headers: number;
  /** Until its body is complete too. */
  request: number;
  /** Without a byte that moves, in either direction. */
  idle: number;
  /** Between two requests. */
  keepAlive: number;
  /** What is under way when the server stops. */
  drain: number;
  /** Connections at once; any further one is closed unanswered. */
  count: number;
}

/** Why these: docs/decisions/2026-11-21-connections.md. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  headers: 15_000,
  request: 60_000,
  idle: 120_000,
  keepAlive: 72_000,
  drain: 30_000,
  count: 5_000,
};

const CHECK_MS = 1_000;

export interface Connections {
  /** The server under these limits. */
  serverFactory(handler: RequestListener): Server;
  /** From now on nothing more is wanted: whoever asks is answered, and told to ask elsewhere the next time. */
  leave(): void;
  isLeaving(): boolean;
  isDraining(): boolean;
  /** Takes nothing new, closes what asks for nothing, and waits for the rest. @returns how many were cut off at the limit */
  drain(): Promise<number>;
}

export function createConnections(limits: ConnectionLimits): Connections {
  let server: Server | undefined;
  /** The answers that every open connection still waits for. */
  const owed = new Map<Socket, Set<ServerResponse>>();
  let drained: (() => void) | undefined;
  let leaving = false;
  const closing = new WeakSet<Socket>();

  /** Once: each further call would leave another listener on a socket whose last bytes are still on their way. */
  const closeIfUnused = (socket: Socket) => {
    if (owed.get(socket)?.size !== 0 || closing.has(socket)) return;
    closing.add(socket);
    socket.destroySoon();
  };

  function opened(socket: Socket): void {
    owed.set(socket, new Set());
    socket.once('close', () => {
      owed.delete(socket);
      if (owed.size === 0) drained?.();
    });
  }

  function asked(response: ServerResponse): void {
    // Once it is closed it has none.
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
          // Node's own refusal has no body; ours is the first hook's.
          requireHostHeader: false,
        },
        handler,
      );
      server.setTimeout(limits.idle);
      server.maxConnections = limits.count;
      server.on('connection', opened);
      server.on('request', (_request, response) => asked(response));
      server.on('checkExpectation', (_request, response) => refuseExpectation(response));
      server.on('connect', (_request, socket) => refuseOn(socket as Socket, 'malformed', []));
      server.on('clientError', (error, socket) =>
        refuseOn(socket as Socket, refusalOf(error), owed.get(socket as Socket) ?? []),
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
