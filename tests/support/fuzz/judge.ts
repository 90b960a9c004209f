import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { ERRORS, type ErrorCode } from '#domain/errors.ts';
import { readCells } from '../spreadsheet.ts';
import type { Described } from './document.ts';
import type { Marks, Role } from './marks.ts';

/** What was sent. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  /** The role in effect; `nobody` with an invalid token. */
  readonly role: Role;
  /** Address and body as one text. */
  readonly text: string;
  /** Other requests ran at the same time. */
  readonly atOnce?: boolean;
}
export interface ReceivedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly bytes: Buffer;
}

const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const ROLE_NAME: Record<Role, string> = {
  nobody: '',
  user: 'ROLE_USUARIO',
  brigadeOne: 'ROLE_BRIGADA',
  brigadeTwo: 'ROLE_BRIGADA',
  supervisor: 'ROLE_SUPERVISOR',
  administrator: 'ROLE_ADMINISTRADOR',
};

const UNPACK: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  deflate: inflateSync,
};

/** The decoded text of an answer. */
async function readable({ headers, bytes }: ReceivedAnswer): Promise<string> {
  const plain = UNPACK[String(headers['content-encoding'])]?.(bytes) ?? bytes;
  if (plain.length === 0 || !String(headers['content-type']).startsWith(SPREADSHEET)) return plain.toString('utf8');
  return JSON.stringify(await readCells(plain));
}

const mediaType = (value: unknown) => String(value).split(';')[0];

/** Lists the deviations of an answer from the API description. */
export function createJudge(marks: Marks) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
  const compiled = new Map<object, ValidateFunction>();
  const mismatch = (schema: object, value: unknown): string | undefined => {
    const validate = compiled.get(schema) ?? ajv.compile(schema);
    compiled.set(schema, validate);
    return validate(value) ? undefined : ajv.errorsText(validate.errors);
  };

  const asDeclared = (call: Described, { status, headers }: ReceivedAnswer, text: string): string[] => {
    const declared = call.responses[status] ?? (status >= 400 ? call.responses.default : undefined);
    if (!declared) return [`the description knows no ${status}`];
    const type = mediaType(headers['content-type']);
    const content = Object.entries(declared.content ?? {}).find(([name]) => mediaType(name) === type)?.[1];
    if (!content) return [`the description knows no ${type} with ${status}`];
    if (type !== 'application/json') return [];
    const wrong = content.schema && mismatch(content.schema, JSON.parse(text));
    return wrong ? [`it is not as described: ${wrong}`] : [];
  };

  const asRefusal = ({ status, headers }: ReceivedAnswer, text: string): string[] => {
    const { code, message } = JSON.parse(text) as { code: ErrorCode; message: unknown };
    const problems: string[] = [];
    if (ERRORS[code]?.status !== status) problems.push(`code ${code} with ${status}`);
    if (typeof message !== 'string' && !Array.isArray(message)) problems.push('it says nothing to a person');
    if (status === 429 && !(Number(headers['retry-after']) > 0)) problems.push('429 without Retry-After');
    return problems;
  };

  /** The total of an unpaged list equals its rows. The journal is excluded during simultaneous requests, because each adds an entry. */
  const asCounted = ({ url, atOnce }: SentRequest, { headers }: ReceivedAnswer, text: string): string[] => {
    const total = headers['x-total-count'];
    if (total === undefined || (atOnce && url.startsWith('/api/auditoria'))) return [];
    if (mediaType(headers['content-type']) !== 'application/json') return [];
    const rows: unknown = JSON.parse(text);
    if (!Array.isArray(rows) || /limit|offset/.test(url) || Number(total) === rows.length) return [];
    return [`it counts ${total} and tells ${rows.length}`];
  };

  /** The owner of the woman or child of a created record. */
  const parentOwner = ({ method }: Described, { status }: ReceivedAnswer, text: string) => {
    if (method !== 'POST' || status !== 201) return undefined;
    const { ninoId, mujerId } = JSON.parse(text);
    return marks.ownerOf(ninoId ?? mujerId ?? '');
  };

  return async (call: Described, sent: SentRequest, got: ReceivedAnswer): Promise<string[]> => {
    const { status, headers } = got;
    const problems: string[] = [];
    if (status >= 500) problems.push(`${status}`);
    const text = await readable(got);
    if (headers['cache-control'] !== 'no-store') problems.push('it may be kept by caches');
    if (headers['x-request-id'] === undefined) problems.push('it has no request id');
    if (sent.method === call.method) {
      problems.push(...asDeclared(call, got, text));
      if (call.roles && status < 300 && !call.roles.includes(ROLE_NAME[sent.role]))
        problems.push(`${sent.role} is let in`);
    }
    if (!['HEAD', call.method].includes(sent.method) && status < 400)
      problems.push(`${sent.method} is answered with ${status}`);
    if (status >= 400 && sent.method !== 'HEAD') problems.push(...asRefusal(got, text));
    if (call.method === sent.method) problems.push(...asCounted(sent, got, text));
    const leaked = marks.leaked(`${JSON.stringify(headers)} ${text}`, sent.role, sent.text);
    if (leaked.length > 0) problems.push(`${sent.role} is told of others: ${leaked.slice(0, 3)}`);
    // A brigade must not change another owner's data.
    const target = call.params.includes('id') ? marks.ownerOf(idIn(sent.url)) : parentOwner(call, got, text);
    if (target && status < 300 && sent.role.startsWith('brigade') && target !== sent.role)
      problems.push(`${sent.role} reaches what is of ${target}`);
    return problems;
  };
}

const idIn = (url: string): string =>
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(url.split('?')[0] ?? '')?.[0] ?? '';
