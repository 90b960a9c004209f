import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { countDashboard, readStoredDashboard, storeFigures } from './figures.ts';
import { type Answer, listChildren, listRecords, readBooklet, readChild } from './reads.ts';
import { saveBare, saveWithPromises } from './save.ts';
import { signIn } from './signin.ts';

/**
 * The limit: a bare server that does the same jobs with the same statements on a pool of the same size, without a framework, sessions or
 * validation. The difference from the application is the cost of the application's guarantees.
 */
async function bodyOf(request: IncomingMessage) {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString());
}

function answerTo(request: IncomingMessage, url: URL): Promise<Answer> {
  const { pathname, searchParams } = url;
  switch (pathname) {
    case '/api/nino':
      return listChildren(searchParams);
    case '/kept/api/nino':
      return listChildren(searchParams, true);
    case '/api/vacuna':
      return listRecords('vacuna', String(searchParams.get('ninoId')));
    case '/api/control':
      return request.method === 'POST'
        ? bodyOf(request).then(saveBare)
        : listRecords('control', String(searchParams.get('ninoId')));
    case '/promises/api/control':
      return bodyOf(request).then(saveWithPromises);
    case '/api/auth/signin':
      return bodyOf(request).then(signIn);
    case '/api/reportes/tablero':
      return countDashboard();
    case '/kept/api/reportes/tablero':
      return readStoredDashboard();
    default: {
      const [id = '', whole] = pathname.slice('/api/nino/'.length).split('/');
      return whole === 'libreta' ? readBooklet(id) : readChild(id);
    }
  }
}

const server = createServer(async (request, response) => {
  const {
    status = 200,
    total,
    body,
  } = await answerTo(request, new URL(request.url ?? '/', 'http://limit')).catch(
    (error: unknown): Answer => ({ status: 500, body: { error: String(error) } }),
  );
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    ...(total === undefined ? {} : { 'x-total-count': total }),
  });
  response.end(text);
});

await storeFigures();
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
