import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ERRORS, type ErrorCode } from '#domain/errors.ts';
import { ERROR_HEADERS } from './errors.ts';

const REFUSALS: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'timeout',
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'tooLarge',
};

export const refusalOf = ({ code = '' }: NodeJS.ErrnoException): ErrorCode => REFUSALS[code] ?? 'malformed';

function rendered(code: ErrorCode) {
  const { status, message } = ERRORS[code];
  const body = JSON.stringify({ code, message });
  const headers = { ...ERROR_HEADERS, 'Content-Length': Buffer.byteLength(body), Connection: 'close' };
  return { status, headers, body };
}

/** Answers on the bare connection and closes it. @param owed pending answers, for one of which this must not be mistaken */
export function refuseOn(socket: Socket, code: ErrorCode, owed: Iterable<ServerResponse>): void {
  const misread = [...owed].some((answer) => answer.headersSent || answer.req.complete);
  if (!socket.writable || misread) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = rendered(code);
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`, () => socket.destroy());
}

/** Node itself meets 100-continue, the only expectation that exists. */
export function refuseExpectation(response: ServerResponse): void {
  const { status, headers, body } = rendered('expectation');
  response.writeHead(status, headers).end(body);
}
