import { connect, type Socket } from 'node:net';

/** A request to a server. */
export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly token?: string | undefined;
  readonly body?: unknown;
}

export interface HttpAnswer {
  readonly status: number;
  readonly body: Buffer;
}

const END_OF_HEAD = '\r\n\r\n';
const LAST_CHUNK = '0\r\n\r\n';

function textOf({ method, path, token, body }: Call, host: string): string {
  const content = body === undefined ? '' : JSON.stringify(body);
  return `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${token ? `x-access-token: ${token}\r\n` : ''}${
    body === undefined ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(content)}\r\n`
  }\r\n${content}`;
}

/** The answer, once it is complete. A connection has one call at a time, so nothing follows the answer. */
function answerIn(received: Buffer): HttpAnswer | undefined {
  const end = received.indexOf(END_OF_HEAD);
  if (end < 0) return undefined;
  const head = received.toString('latin1', 0, end);
  const body = received.subarray(end + END_OF_HEAD.length);
  const length = /\ncontent-length: (\d+)/i.exec(head)?.[1];
  const complete =
    length === undefined
      ? body.toString('latin1', Math.max(0, body.length - LAST_CHUNK.length)) === LAST_CHUNK
      : body.length >= Number(length);
  return complete ? { status: Number(head.slice(9, 12)), body } : undefined;
}

/** One keep-alive connection with little processor work, because the server shares the machine. */
export class Connection {
  readonly #host: string;
  readonly #socket: Socket;
  #received: Buffer[] = [];
  #waiting: { resolve: (answer: HttpAnswer) => void; reject: (error: Error) => void } | undefined;

  private constructor(socket: Socket, host: string) {
    this.#socket = socket;
    this.#host = host;
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.#take(chunk));
    const broken = (error?: Error) => this.#waiting?.reject(error ?? new Error('The server closed the connection'));
    socket.on('error', broken);
    socket.on('close', () => broken());
  }

  static open(url: string): Promise<Connection> {
    const { hostname, port, host } = new URL(url);
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => resolve(new Connection(socket, host)));
      socket.once('error', reject);
    });
  }

  send(call: Call): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(textOf(call, this.#host));
    });
  }

  close(): void {
    this.#waiting = undefined;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#received.push(chunk);
    const all = this.#received.length === 1 ? chunk : Buffer.concat(this.#received);
    const answer = answerIn(all);
    if (!answer) return;
    this.#received = [];
    this.#waiting?.resolve(answer);
  }
}
