import { RECORD_LIST, RECORDS } from '#domain/records/index.ts';
import { foldText } from '#domain/text.ts';
import { statement } from './pool.ts';
import { wireOf } from './wire.ts';

export interface Answer {
  readonly status?: number;
  readonly total?: number;
  readonly body: unknown;
}

const PARTS = RECORD_LIST.filter(({ parent }) => parent?.record === 'nino').map((definition) => ({
  key: definition.key,
  ...wireOf(definition),
}));
const [nino, control, vacuna] = [wireOf(RECORDS.nino), wireOf(RECORDS.control), wireOf(RECORDS.vacuna)];
/** The application's limit on a counted total. */
const MAX_COUNTED = 10_000;
const NEWEST = 'order by r.fecha_registro desc, r.orden desc';
const read = (columns: string, table: string, rest: string) =>
  `select ${columns} from ${table} r join usuario u on u._id = r.created_by ${rest}`;

const page = statement(
  'page',
  read(`${nino.columns}, (select count(*) from nino) as total`, 'nino', `${NEWEST} limit $1 offset $2`),
);
const search = statement(
  'found',
  read(
    `${nino.columns}, (select count(*) from (select 1 from nino where busqueda like $1 limit ${MAX_COUNTED}) s) as total`,
    'nino',
    `where r.busqueda like $1 ${NEWEST} limit $2 offset $3`,
  ),
);
const one = statement('one', read(nino.columns, 'nino', 'where r._id = $1'));
const controls = statement('controls', read(control.columns, 'control', `where r.parent_id = $1 ${NEWEST}`));
const vaccines = statement('vaccines', read(vacuna.columns, 'vacuna', `where r.parent_id = $1 ${NEWEST}`));

/** The child and all records in one statement, without what the application computes from them. */
const whole = statement(
  'whole',
  `select ${PARTS.map(
    ({ key, columns }) =>
      `(select json_agg(part) from (${read(columns, key, `where r.parent_id = $1 ${NEWEST}`)}) part) as "${key}"`,
  ).join(
    ', ',
  )}, (select row_to_json(person) from (${read(nino.columns, 'nino', 'where r._id = $1')}) person) as persona`,
);

const keptPage = statement(
  'kept_page',
  read(`${nino.columns}, (select total from bench_children) as total`, 'nino', `${NEWEST} limit $1 offset $2`),
);

export async function listChildren(query: URLSearchParams, usesKeptTotal = false): Promise<Answer> {
  const [limit, offset, q] = [query.get('limit'), query.get('offset') ?? 0, query.get('q')];
  const newest = usesKeptTotal ? keptPage : page;
  const rows = await (q ? search([`%${foldText(q)}%`, limit, offset]) : newest([limit, offset]));
  return { total: Number(rows[0]?.total ?? 0), body: rows.map(nino.send) };
}

export async function readChild(id: string): Promise<Answer> {
  const [row] = await one([id]);
  return row ? { body: nino.send(row) } : { status: 404, body: {} };
}

export async function readBooklet(id: string): Promise<Answer> {
  const [row] = await whole([id]);
  if (!row?.persona) return { status: 404, body: {} };
  const lists = PARTS.map(({ key, send }) => [key, ((row[key] ?? []) as Parameters<typeof send>[0][]).map(send)]);
  return {
    body: { persona: nino.send(row.persona as Parameters<typeof nino.send>[0]), registros: Object.fromEntries(lists) },
  };
}

export async function listRecords(kind: 'control' | 'vacuna', id: string): Promise<Answer> {
  const [read, wire] = kind === 'control' ? [controls, control] : [vaccines, vacuna];
  const rows = await read([id]);
  return { total: rows.length, body: rows.map(wire.send) };
}
