import { connect, type Socket } from 'node:net';

/** A raw connection to a server. */
export interface RawConnection {
  readonly socket: Socket;
  answer(): string;
  /** Resolves with everything received once the server has closed the connection. */
  readonly closed: Promise<string>;
}

/** Connects, sends a text, and optionally repeats another one. */
export function speak(url: string, text: string, again?: { text: string; everyMs: number }): RawConnection {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    answer += chunk;
  });
  socket.on('error', () => {});
  if (text !== '') socket.write(text);
  const timer = again && setInterval(() => socket.write(again.text), again.everyMs);
  const closed = new Promise<string>((resolve) => {
    socket.once('close', () => {
      clearInterval(timer);
      resolve(answer);
    });
  });
  return { socket, answer: () => answer, closed };
}

/** The answers received over one connection, with JSON bodies. */
export function readAnswers(text: string) {
  return text
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter((part) => part.startsWith('HTTP/'))
    .map((part) => {
      const [head = '', body = ''] = part.split('\r\n\r\n');
      const headers = Object.fromEntries(
        head
          .split('\r\n')
          .slice(1)
          .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
      );
      return { status: Number(head.slice(9, 12)), headers, body: body === '' ? undefined : JSON.parse(body) };
    });
}
