import { z } from 'zod';
import type { Action } from '../journal/journal.ts';
import type { Permission } from '../roles.ts';
import { paramNames } from './call-path.ts';

/** A stranger sends a password, a registration, or what waits on a device: never more than this. */
const MOST_PUBLIC_BYTES = 16 * 1024;

/** What a call answers: one thing, a thing with a total in X-Total-Count, rows of a list with theirs, or a file. */
type Answered =
  | { readonly answer: z.ZodType }
  | { readonly counted: z.ZodType }
  | { readonly rows: z.ZodType }
  | { readonly file: string };

interface Noted {
  readonly action: Extract<Action, 'ver' | 'pdf' | 'exportar'>;
  readonly kind: string;
  /** Of a list: only when more of it is asked for than a screen shows. */
  readonly whole?: true;
  /** The part of the query that holds the person's id, where the path does not. */
  readonly of?: string;
  /** Part of a person's page: said once in a while, and not after the page itself was. */
  readonly part?: true;
}

/** One call of the API, as a value that knows neither server nor screen. */
export type Call = Answered & {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As routers write it, `/api/users/:id`: the names of the parameters are read out of it. */
  readonly path: string;
  readonly permission: Permission;
  /** Under which the documentation lists it. */
  readonly tag: string;
  /** As the address carries it: texts, which the schema turns into values. */
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** A list is a body too, unlike anywhere else. */
  readonly listBody?: true;
  /** What it answers seldom changes: who has it already is told only that (`ETag`, 304). */
  readonly tagged?: true;
  /** One page of many: `X-Siguiente` names the next one (`siguiente`, unless `completo`), which need not wait for the end of this one. */
  readonly continues?: true;
  /** 200 unless told. */
  readonly status?: 201;
  /** A body of more bytes is refused before it is read; what {@link mostBytesOf} says, unless given. */
  readonly mostBytes?: number;
  /** What a call that is not a GET keeps on the disk: what people record, unless told. */
  readonly keeps?: 'nothing' | 'little';
  /** What the journal keeps of a call that changes nothing: who saw or took what. */
  readonly noted?: Noted;
  /** It may say under which id it is sent (`x-operacion`): sent again under the same one it is done once. */
  readonly receipt?: true;
  /** What is answered in place of `answer` of what was done before to somebody whom the caller may no longer see. */
  readonly answerUnseen?: z.ZodType;
  /** Sessions may end with it, which every process knows before it is answered. */
  readonly endsSessions?: true;
  /** Also for somebody who has to change the password before anything else. */
  readonly beforePasswordChange?: true;
};

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
export type ParamsOf<C extends Call> = { readonly [Name in ParamNames<C['path']>]: string };

/** What a schema of the call reads and gives, or nothing where it has none. */
type InputOf<C extends Call, Part extends string> = C extends { readonly [P in Part]: infer S extends z.ZodType }
  ? z.input<S>
  : undefined;
export type OutputOf<C extends Call, Part extends string> = C extends {
  readonly [P in Part]: infer S extends z.ZodType;
}
  ? z.output<S>
  : undefined;

/** In an address a number is a text like any other; what is absent is left out. */
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

/** What somebody says who makes the call. */
export type AskOf<C extends Call> = Needed<'params', ParamsOf<C>> &
  Needed<'query', InputOf<C, 'query'> extends undefined ? undefined : InAddress<InputOf<C, 'query'>>> &
  Needed<'body', InputOf<C, 'body'>>;

/** What the one who made it gets. */
export type AnswerOf<C extends Call> = C extends { rows: infer Row extends z.ZodType }
  ? { rows: z.output<Row>[]; total: number }
  : C extends { counted: infer S extends z.ZodType }
    ? { answer: z.output<S>; total: number }
    : OutputOf<C, 'answer'>;

/** The one row of a list's call. */
export type RowOf<C extends Call> = OutputOf<C, 'rows'>;

/** What the server hands over; rows that come in batches are streamed. */
export type SentOf<C extends Call> = C extends { rows: infer Row extends z.ZodType }
  ? { readonly total: number; readonly rows: z.input<Row>[] | AsyncIterable<z.input<Row>[]> }
  : C extends { counted: infer S extends z.ZodType }
    ? { readonly total: number; readonly answer: z.input<S> }
    : C extends { answerUnseen: infer S extends z.ZodType }
      ? InputOf<C, 'answer'> | Unseen<z.input<S>>
      : InputOf<C, 'answer'>;

/** Sets {@link Call.answerUnseen} apart from the answer that it takes the place of. */
export interface Unseen<T = unknown> {
  readonly unseen: T;
}

/** How large the body of a call may be; undefined where it is what any call with a session takes. */
export const mostBytesOf = ({ mostBytes, permission }: Pick<Call, 'mostBytes' | 'permission'>): number | undefined =>
  mostBytes ?? (permission === 'public' ? MOST_PUBLIC_BYTES : undefined);

/** The body of what is sent without one; whatever comes is not looked at. */
export const NO_BODY = z.object({});

/**
 * Declares a call once: its route, its screen, its documentation and the fakes of tests read the same value.
 * @throws Error when the declaration contradicts itself
 */
export function defineCall<const C extends Call>(call: C): C {
  const { method, path } = call;
  const fail = (why: string): never => {
    throw new Error(`Call ${method} ${path}: ${why}`);
  };
  if (!path.startsWith('/api/')) fail('every call lies under /api/');
  if (new Set(paramNames(path)).size < paramNames(path).length) fail('two parameters have one name');
  const writes = method === 'POST' || method === 'PUT';
  if (writes !== 'body' in call) fail(writes ? 'what is sent needs a schema' : 'it carries no body');
  return call;
}
