import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { CONNECTION_LIMITS, createConnections } from './open-connections.ts';

const MANY = 60;

/** A server with many clients that have sent this text, and the number of connections that it closed. */
async function serving(text: string) {
  const warnings: Error[] = [];
  const keep = (warning: Error) => void warnings.push(warning);
  process.on('warning', keep);
  onTestFinished(() => void process.off('warning', keep));

  const connections = createConnections(CONNECTION_LIMITS);
  const open: ServerResponse[] = [];
  const server = connections.serverFactory((_request, response) => void open.push(response));
  let taken = 0;
  let ends = 0;
  server.on('connection', (socket) => {
    taken += 1;
    const { destroySoon } = socket;
    socket.destroySoon = () => {
      ends += 1;
      destroySoon.call(socket);
    };
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const clients = Array.from({ length: MANY }, () => {
    const client = connect(port, '127.0.0.1').resume();
    client.write(text);
    return client;
  });
  await expect.poll(() => taken).toBe(MANY);
  const closed = Promise.all(clients.map((client) => once(client, 'close')));
  return { connections, open, closed, warnings, ends: () => ends };
}

it('a stopping server closes each of many unused connections once', async () => {
  const { connections, closed, warnings, ends } = await serving('');
  expect(await connections.drain()).toBe(0);
  await closed;
  expect([ends(), warnings]).toEqual([MANY, []]);
});

it('a stopping server closes each connection once when many answers end at the same moment', async () => {
  const { connections, open, closed, warnings, ends } = await serving('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => open.length).toBe(MANY);
  const drained = connections.drain();
  for (const response of open) response.end();
  expect(await drained).toBe(0);
  await closed;
  expect(warnings).toEqual([]);
  expect(ends()).toBe(MANY);
});
