import pg from 'pg';

type Parser = (text: string) => unknown;
export type StatementCallback = (error: Error | null, result?: { readonly rows: readonly unknown[][] }) => void;

export interface NamedConfig {
  readonly name: string;
  readonly text: string;
  readonly types: { getTypeParser(type: number, format: string): Parser };
}

/** What a connection of pg sends and remembers; its types lack most of it. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  /** Texts by name: those that PostgreSQL has parsed, and those that were sent to it. */
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  parse(statement: { name: string; text: string }): void;
  bind(bound: { statement: string; values: readonly unknown[] }): void;
  describe(portal: { type: 'P'; name: string }): void;
  execute(portal: object): void;
  sync(): void;
}

interface RowDescription {
  readonly fields: readonly { readonly dataTypeID: number; readonly format: string }[];
}

const { prepareValue } = (pg as typeof pg & { utils: { prepareValue(value: unknown): unknown } }).utils;

/** The parsers of the columns of each statement on a connection. PostgreSQL refuses a statement whose columns have changed. */
const described = new WeakMap<Wire, Map<string, readonly Parser[]>>();

export const isNamedConfig = (config: unknown): config is NamedConfig => {
  const { name, rowMode } = config as { name?: unknown; rowMode?: unknown };
  return typeof name === 'string' && name !== '' && rowMode === 'array';
};

/**
 * Runs a prepared statement, with rows as arrays. pg's own query has the columns described with every execution, and builds a parser
 * for each of them again, which costs as much as the rows of a short list.
 */
export class NamedStatement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
  /** The client replaces it, to limit the time. */
  callback: StatementCallback;
  readonly #types: NamedConfig['types'];
  readonly #rows: unknown[][] = [];
  #described: Map<string, readonly Parser[]> = new Map();
  #parsers: readonly Parser[] = [];
  #fault: Error | undefined;

  constructor({ name, text, types }: NamedConfig, values: unknown[], callback: StatementCallback) {
    this.name = name;
    this.text = text;
    this.callback = callback;
    this.#types = types;
    this.values = values;
  }

  /** @returns the error of a statement that cannot be sent */
  submit(connection: Wire): Error | null {
    const { name, text } = this;
    const sent = connection.parsedStatements[name] ?? connection.submittedNamedStatements[name];
    if (sent !== undefined && sent !== text) return new Error(`Two statements have the name ${name}`);
    let values: unknown[];
    try {
      values = this.values.map((value) => prepareValue(value));
    } catch (error) {
      return error as Error;
    }
    this.#described = described.get(connection) ?? this.#described;
    described.set(connection, this.#described);
    const parsers = sent === undefined ? undefined : this.#described.get(name);
    connection.stream.cork();
    try {
      if (sent === undefined) {
        connection.parse({ name, text });
        connection.submittedNamedStatements[name] = text;
      }
      connection.bind({ statement: name, values });
      if (parsers) this.#parsers = parsers;
      else connection.describe({ type: 'P', name: '' });
      connection.execute({});
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
    return null;
  }

  handleRowDescription({ fields }: RowDescription): void {
    this.#parsers = fields.map(({ dataTypeID, format }) => this.#types.getTypeParser(dataTypeID, format));
    this.#described.set(this.name, this.#parsers);
  }

  handleDataRow({ fields: row }: { fields: unknown[] }): void {
    try {
      for (let at = 0; at < row.length; at += 1) {
        const text = row[at];
        if (text !== null) row[at] = (this.#parsers[at] as Parser)(text as string);
      }
      this.#rows.push(row);
    } catch (error) {
      this.#fault ??= error as Error;
    }
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    if (this.#fault) this.callback(this.#fault);
    else this.callback(null, { rows: this.#rows });
  }

  handleError(error: Error): void {
    this.callback(this.#fault ?? error);
  }
}
