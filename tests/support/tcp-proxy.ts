import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { lasting } from './passing-time.ts';

export interface TcpProxy {
  readonly port: number;
  /** Changes the target of new connections. */
  lead(port: number): void;
  /** Delays all data in both directions. */
  delay(milliseconds: number): void;
  /** Accepts connections but passes no data, as an unreachable network does. */
  freeze(): void;
  /** Passes the held data on. */
  thaw(): void;
  /** Breaks every connection. */
  cut(): void;
  close(): Promise<void>;
}

/** A proxy between the application and PostgreSQL that simulates a slow or unreachable network, or another server. */
export async function startProxy(target: number): Promise<TcpProxy> {
  let port = target;
  let late = 0;
  let thawed = Promise.resolve();
  let thaw = () => {};
  const sockets = new Set<Socket>();

  /** In order with the delay of each chunk, and with backpressure. */
  async function pass(from: Socket, to: Socket): Promise<void> {
    try {
      for await (const piece of from) {
        if (late > 0) await lasting(late, 'the way through a slow network');
        await thawed;
        if (!to.write(piece)) await once(to, 'drain');
      }
      to.end();
    } catch {
      // When one end breaks, the other is closed.
      to.destroy();
    }
  }

  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay();
      socket.on('error', () => {});
      socket.once('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      void pass(socket, other);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };

  return {
    port: (server.address() as AddressInfo).port,
    lead: (to) => {
      port = to;
    },
    delay: (milliseconds) => {
      late = milliseconds;
    },
    freeze: () => {
      thawed = new Promise((resolve) => {
        thaw = resolve;
      });
    },
    thaw: () => thaw(),
    cut,
    close: async () => {
      thaw();
      server.close();
      cut();
      await once(server, 'close');
    },
  };
}

/** The URL of a database through the proxy. */
export const urlThroughProxy = (url: string, { port }: TcpProxy): string =>
  Object.assign(new URL(url), { port: String(port) }).href;
