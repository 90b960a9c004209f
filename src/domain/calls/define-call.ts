import { z } from 'zod';
import type { Action } from '../journal/journal.ts';
import type { Permission } from '../roles.ts';
import { paramNames } from './call-path.ts';

const MAX_PUBLIC_BYTES = 16 * 1024;

/** A value, a value with a total in X-Total-Count, the rows of a list with their total, or a file. */
type AnswerSchema =
  | { readonly answer: z.ZodType }
  | { readonly counted: z.ZodType }
  | { readonly rows: z.ZodType }
  | { readonly file: string };

interface JournaledAccess {
  readonly action: Extract<Action, 'ver' | 'pdf' | 'exportar'>;
  readonly kind: string;
  /** Only if a list is requested beyond the size of a screen's page. */
  readonly whole?: true;
  /** The rows of such a page, if it is longer than usual. */
  readonly pageRows?: number;
  /** The query parameter with the person's id, if the path has none. */
  readonly of?: string;
  /** Part of a person's page: recorded only once in a while, and not after the page itself. */
  readonly part?: true;
}

export type Call = AnswerSchema & {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly permission: Permission;
  readonly tag: string;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly listBody?: true;
  /** The body is a file, which the handler reads as a stream. */
  readonly fileBody?: true;
  /** What an answered file of JSON holds, for the description of the API. */
  readonly fileSchema?: z.ZodType;
  /** The type of an answered file in another format, which the query chooses. */
  readonly otherFile?: string;
  readonly tagged?: true;
  /** The handler sets an `ETag`, and answers {@link UNCHANGED} if the client has that content. */
  readonly revalidated?: true;
  /** One page of many: `X-Siguiente` has the next one (`siguiente`, unless `completo`) before the body of this one ends. */
  readonly continues?: true;
  /** Simultaneous requests with equal queries get one answer, so it must follow from the query alone, not from the account. */
  readonly sharesAnswers?: true;
  readonly status?: 201 | 202;
  readonly maxBytes?: number;
  /** How much disk space a call that is not a GET needs; by default that of a record. */
  readonly keeps?: 'nothing' | 'little';
  readonly noted?: JournaledAccess;
  /** The call accepts an operation id (`x-operacion`): repeated with the same id, it is done once. */
  readonly receipt?: true;
  /** The answer to a repeated operation on a booklet that the caller may no longer see. */
  readonly answerUnseen?: z.ZodType;
  /** The call may end sessions: it is answered only after every process knows. */
  readonly endsSessions?: true;
  /** Registered systems with this scope may make the call too; the handler reads `request.reader`. */
  readonly forSystems?: string;
  /** Allowed even while the account must first change its password. */
  readonly beforePasswordChange?: true;
};

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
export type ParamsOf<C extends Call> = { readonly [Name in ParamNames<C['path']>]: string };

type InputOf<C extends Call, Part extends string> = C extends { readonly [P in Part]: infer S extends z.ZodType }
  ? z.input<S>
  : undefined;
export type OutputOf<C extends Call, Part extends string> = C extends {
  readonly [P in Part]: infer S extends z.ZodType;
}
  ? z.output<S>
  : undefined;

type InAddress<Q> = {
  readonly [Name in keyof Q]:
    | Q[Name]
    | (string extends Q[Name] ? number : never)
    | (string extends Name ? undefined : never);
};

type Needed<Part extends string, T> = [T] extends [undefined]
  ? unknown
  : Record<never, never> extends T
    ? { readonly [P in Part]?: T }
    : { readonly [P in Part]: T };

export type CallInput<C extends Call> = Needed<'params', ParamsOf<C>> &
  Needed<'query', InputOf<C, 'query'> extends undefined ? undefined : InAddress<InputOf<C, 'query'>>> &
  Needed<'body', InputOf<C, 'body'>>;

export type CallAnswer<C extends Call> = C extends { rows: infer Row extends z.ZodType }
  ? { rows: z.output<Row>[]; total: number; isMinimum?: boolean }
  : C extends { counted: infer S extends z.ZodType }
    ? { answer: z.output<S>; total: number }
    : OutputOf<C, 'answer'>;

export type RowOf<C extends Call> = OutputOf<C, 'rows'>;

export type HandlerAnswer<C extends Call> = C extends { rows: infer Row extends z.ZodType }
  ? {
      readonly total: number;
      /** There are more rows than `total`, which stopped at a limit; sent as `X-Total-Count-Is-Minimum`. */
      readonly isMinimum?: boolean;
      readonly rows: z.input<Row>[] | AsyncIterable<z.input<Row>[]>;
    }
  : C extends { counted: infer S extends z.ZodType }
    ? { readonly total: number; readonly answer: z.input<S> }
    : C extends { answerUnseen: infer S extends z.ZodType }
      ? InputOf<C, 'answer'> | Unseen<z.input<S>>
      : InputOf<C, 'answer'> | (C extends { revalidated: true } ? typeof UNCHANGED : never);

/** The answer 304 of a {@link Call.revalidated} call. */
export const UNCHANGED = Symbol('unchanged');

/** Marks an answer as {@link Call.answerUnseen}. */
export interface Unseen<T = unknown> {
  readonly unseen: T;
}

/** The maximum body size; undefined for the default of calls with a session. */
export const maxBodyBytes = ({ maxBytes, permission }: Pick<Call, 'maxBytes' | 'permission'>): number | undefined =>
  maxBytes ?? (permission === 'public' ? MAX_PUBLIC_BYTES : undefined);

export const NO_BODY = z.object({});

/** Declares a call for its route, screens, documentation and test fakes. @throws Error for a contradictory declaration */
export function defineCall<const C extends Call>(call: C): C {
  const { method, path } = call;
  const fail = (why: string): never => {
    throw new Error(`Call ${method} ${path}: ${why}`);
  };
  if (!path.startsWith('/api/')) fail('every call lies under /api/');
  if (new Set(paramNames(path)).size < paramNames(path).length) fail('two parameters have one name');
  const writes = method === 'POST' || method === 'PUT';
  if (call.forSystems !== undefined && call.permission !== 'exchange') fail('systems make calls of the data exchange');
  if (writes !== 'body' in call) fail(writes ? 'what is sent needs a schema' : 'it carries no body');
  return call;
}
