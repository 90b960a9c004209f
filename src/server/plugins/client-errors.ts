import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { AppError, ERRORS, type ErrorCode } from '#domain/errors.ts';
import { fhirErrorOf, operationOutcome } from '#domain/exchange/outcome.ts';
import { ERROR_HEADERS, FHIR_HEADERS, isFhirAddress } from './errors.ts';

const REFUSALS: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'timeout',
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'tooLarge',
};

const refusalOf = ({ code = '' }: NodeJS.ErrnoException): ErrorCode => REFUSALS[code] ?? 'malformed';

/** Node's parser hands over the last bytes that it got. The request line is among them unless earlier ones came alone. */
const isFhirRequest = (error: NodeJS.ErrnoException): boolean => {
  const bytes = 'rawPacket' in error && Buffer.isBuffer(error.rawPacket) ? error.rawPacket : Buffer.alloc(0);
  const [, address = ''] = /^[A-Z]{1,24} (\S{1,30})/.exec(bytes.toString('latin1', 0, 64)) ?? [];
  return isFhirAddress(address);
};

function rendered(code: ErrorCode, isFhir = false) {
  const { status, message } = ERRORS[code];
  const body = JSON.stringify(isFhir ? operationOutcome(fhirErrorOf(new AppError(code))) : { code, message });
  const headers = {
    ...(isFhir ? FHIR_HEADERS : ERROR_HEADERS),
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
  return { status, headers, body };
}

/** Answers on the bare connection and closes it. @param owed pending answers, for one of which this must not be mistaken */
export function refuseOn(socket: Socket, code: ErrorCode, owed: Iterable<ServerResponse>, isFhir = false): void {
  const misread = [...owed].some((answer) => answer.headersSent || answer.req.complete);
  if (!socket.writable || misread) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = rendered(code, isFhir);
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`, () => socket.destroy());
}

/** Refuses what Node's parser could not read. */
export const refuseUnread = (socket: Socket, error: NodeJS.ErrnoException, owed: Iterable<ServerResponse>): void =>
  refuseOn(socket, refusalOf(error), owed, isFhirRequest(error));

/** Node itself meets 100-continue, the only expectation that exists. */
export function refuseExpectation(response: ServerResponse): void {
  const { status, headers, body } = rendered('expectation');
  response.writeHead(status, headers).end(body);
}
