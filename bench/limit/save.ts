import { randomUUID } from 'node:crypto';
import { getTableColumns } from 'drizzle-orm';
import { RECORDS } from '#domain/records/index.ts';
import { contentPrint } from '#server/db/receipts.ts';
import { control, nino } from '#server/db/schema.ts';
import {
  type ChildHistory,
  type ControlOfChild,
  NOT_COMPUTED,
  STORED_ON_CONTROL,
} from '#server/modules/records/child-history.ts';
import { summaryOf } from '#server/modules/records/child-summary.ts';
import { pool, type Statement, statement } from './pool.ts';
import type { Answer } from './reads.ts';

type Body = Record<string, unknown> & { ninoId: string };

const columnsOf = (table: typeof control | typeof nino) => getTableColumns(table) as Record<string, { name: string }>;
const FIELDS = RECORDS.control.fieldNames;
const CONTROL = ['_id', 'fechaRegistro', 'createdBy', 'parentId', ...FIELDS, ...STORED_ON_CONTROL];
const STORED_COLUMNS = STORED_ON_CONTROL.map((name) => `"${control[name].name}"`);
const names = (of: readonly string[]) => of.map((name) => `"${columnsOf(control)[name]?.name}"`).join(', ');
const marks = (count: number, from = 1) => Array.from({ length: count }, (_, index) => `$${index + from}`).join(', ');
const INSERT = `insert into control (${names(CONTROL)}) values (${marks(CONTROL.length)}) returning _id, fecha_registro`;
const valuesOf = (body: Body, id: string, user: string, at: Date, derived: typeof NOT_COMPUTED) => [
  id,
  at,
  user,
  body.ninoId,
  ...FIELDS.map((name) => body[name]),
  ...STORED_ON_CONTROL.map((name) => derived[name]),
];

const insert = statement('insert', INSERT);
const someUser = statement('some_user', 'select created_by as id from nino limit 1');
let user: string | undefined;
const userId = async () => {
  user ??= String((await someUser())[0]?.id);
  return user;
};
const answer = (body: Body, _id: string, at: unknown): Answer => ({
  status: 201,
  body: { ...body, _id, version: 1, fechaRegistro: at, createdBy: { _id: user } },
});

/** Inserts one row and does nothing else. */
export async function saveBare(body: Body): Promise<Answer> {
  const id = randomUUID();
  const [row] = await insert(valuesOf(body, id, await userId(), new Date(), NOT_COMPUTED));
  return answer(body, id, row?.fecha_registro);
}

const claim = statement(
  'claim',
  `with parent as (select _id from nino where _id = $1 for update)
    insert into operacion (_id, usuario, huella, recibida) select $2, $3, $4, null from parent
    on conflict do nothing returning _id`,
);
const HISTORY: Statement = statement(
  'history',
  `select sexo, fechanacimiento as birth, fecha_registro as registered,
    coalesce((select json_agg(c) from (select _id, fecha, edad, peso, longitud, perimetro, ztalla, orden,
      ultimo_del_mes as "ultimoDelMes", edad_corregida as "edadCorregida", ztalla_cronologica as "ztallaCronologica", extract(epoch from fecha_registro)::float8 as registered
      from control where parent_id = $1) c), '[]') as control,
    coalesce((select json_agg(v) from (select tipovacuna, dosis, fechaaplicacion from vacuna where parent_id = $1) v), '[]') as vacuna,
    coalesce((select json_agg(r) from (select _id, dias, orden, extract(epoch from fecha_registro)::float8 as registered
      from rn where parent_id = $1) r), '[]') as rn
    from nino where _id = $1`,
);

/** One statement that writes the control, the summary on the child and its other controls, and the journal entry. */
function writeOf(summary: readonly string[]): Statement {
  const set = summary.map((name, index) => `"${columnsOf(nino)[name]?.name}" = $${index + 1}`).join(', ');
  const [child, changed, after, first] = [1, 2, 3, 4].map((extra) => summary.length + extra) as [
    number,
    number,
    number,
    number,
  ];
  return statement(
    'write',
    `with child as (update nino set ${set} where _id = $${child} returning _id),
      others as (update control set (${STORED_COLUMNS.join(', ')}) = row(${STORED_ON_CONTROL.map((name) => `k."${name}"`).join(', ')})
        from json_to_recordset($${changed}::json) as k(_id uuid, ${STORED_ON_CONTROL.map((name) => `"${name}" ${control[name].getSQLType()}`).join(', ')})
        where control._id = k._id),
      noted as (insert into journal (action, kind, about, person, after, actor, request, address, device)
        values ('crear', 'control', $${first}, $${child}, $${after}::jsonb, $${first + 2}, gen_random_uuid(), '127.0.0.1', 'bench'))
      insert into control (${names(CONTROL)}) values (${marks(CONTROL.length, first)}) returning _id, fecha_registro`,
  );
}
let write: Statement | undefined;

/** Saves with the application's guarantees: receipt, record, summary on the child and journal entry in one transaction. */
export async function saveWithPromises(body: Body): Promise<Answer> {
  const [id, by, at] = [randomUUID(), await userId(), new Date()];
  const values = Object.fromEntries(FIELDS.map((name) => [name, body[name]])) as Record<
    string,
    string | number | boolean
  >;
  const { huella } = contentPrint('control', { values, parentId: body.ninoId });
  const client = await pool.connect();
  try {
    await client.query('begin');
    const claimed = await claim([body.ninoId, id, by, huella], client);
    const [history] = await HISTORY([body.ninoId], client);
    if (claimed.length === 0 || !history) throw new Error('No such child');
    const own = { _id: id, ...NOT_COMPUTED, orden: Number.POSITIVE_INFINITY, registered: at.getTime() / 1000 };
    const written = { ...values, ...own } as unknown as ControlOfChild;
    const stored = history as unknown as ChildHistory;
    const { child, controls, changed } = await summaryOf({ ...stored, control: [...stored.control, written] });
    const mine = controls.find(({ _id }) => _id === id);
    const names = Object.keys(child);
    write ??= writeOf(names);
    const others = JSON.stringify(changed.filter(({ _id }) => _id !== id));
    const row = await write(
      [
        // Like the application: an update writes the rules as a negative number.
        ...names.map((name) => (name === 'reglas' ? -child.reglas : child[name as keyof typeof child])),
        body.ninoId,
        others,
        JSON.stringify(values),
        ...valuesOf(body, id, by, at, mine ?? NOT_COMPUTED),
      ],
      client,
    );
    await client.query('commit');
    return answer(body, id, row[0]?.fecha_registro);
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}
