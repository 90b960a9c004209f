import type { FastifyInstance, InjectOptions } from 'fastify';

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the server sends.
  body: any;
  text: string;
  bytes: Buffer;
  headers: Record<string, string | string[] | number | undefined>;
}

/** Sends requests to an application without a port, as one user or anonymously. */
export class ApiClient {
  readonly #app: FastifyInstance;
  readonly token: string | undefined;
  /** The address that the server sees. */
  readonly address: string;

  constructor(app: FastifyInstance, token?: string, address = '127.0.0.1') {
    this.#app = app;
    this.token = token;
    this.address = address;
  }

  async send(options: InjectOptions): Promise<Answer> {
    const headers = { ...(this.token ? { 'x-access-token': this.token } : {}), ...options.headers };
    const response = await this.#app.inject({ remoteAddress: this.address, ...options, headers });
    const { statusCode: status, body: text, rawPayload: bytes } = response;
    const json = String(response.headers['content-type']).startsWith('application/json');
    const readable = json && text !== '' && response.headers['content-encoding'] === undefined;
    return { status, body: readable ? JSON.parse(text) : undefined, text, bytes, headers: response.headers };
  }

  get(url: string, query?: Record<string, string | string[]>): Promise<Answer> {
    return this.send({ method: 'GET', url, ...(query ? { query } : {}) });
  }

  post(url: string, body?: unknown): Promise<Answer> {
    return this.#write('POST', url, body);
  }

  put(url: string, body?: unknown): Promise<Answer> {
    return this.#write('PUT', url, body);
  }

  delete(url: string): Promise<Answer> {
    return this.send({ method: 'DELETE', url });
  }

  /** Sends the body unchanged. */
  raw(method: 'POST' | 'PUT', url: string, payload: string | Buffer, type = 'application/json'): Promise<Answer> {
    return this.send({ method, url, payload, headers: { 'content-type': type } });
  }

  #write(method: 'POST' | 'PUT', url: string, body: unknown): Promise<Answer> {
    if (body === undefined) return this.send({ method, url });
    return this.raw(method, url, JSON.stringify(body));
  }
}
