import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { lasting } from './passing-time.ts';

export interface TcpProxy {
  readonly port: number;
  /** Where connections go from now on. */
  lead(port: number): void;
  /** Every piece of data, in both directions, comes so much later. */
  delay(milliseconds: number): void;
  /** Connections stay open and new ones are taken, but nothing comes through any more: as a network that swallows everything. */
  freeze(): void;
  /** What was held back comes through. */
  thaw(): void;
  /** Breaks every connection. */
  cut(): void;
  close(): Promise<void>;
}

/** Stands between the application and its PostgreSQL: a slow network, one that is gone, or a name that leads to another server. */
export async function startProxy(target: number): Promise<TcpProxy> {
  let port = target;
  let late = 0;
  let thawed = Promise.resolve();
  let thaw = () => {};
  const sockets = new Set<Socket>();

  /** In order, each after its delay, and no more of it in memory than the sockets hold. */
  async function pass(from: Socket, to: Socket): Promise<void> {
    try {
      for await (const piece of from) {
        if (late > 0) await lasting(late, 'the way through a slow network');
        await thawed;
        if (!to.write(piece)) await once(to, 'drain');
      }
      to.end();
    } catch {
      // Either end broke off: so does the other.
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

/** A database's address by way of the proxy. */
export const through = (url: string, { port }: TcpProxy): string =>
  Object.assign(new URL(url), { port: String(port) }).href;
