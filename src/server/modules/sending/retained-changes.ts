import { inArray, sql } from 'drizzle-orm';
import { recordCalls } from '#domain/calls/records.ts';
import type { RetainedWrite } from '#domain/calls/retained.ts';
import { type FieldChange, fieldChanges } from '#domain/journal/journal.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { RECORD_LIST } from '#domain/records/index.ts';
import type { Db } from '#server/db/connect.ts';
import { recordTable } from '#server/db/record-tables.ts';
import { retainedWriteTable } from '#server/db/schema.ts';
import { operationDefinition } from './perform-operation.ts';

/** Characters read of a text: one more than the longest that is stored. */
const LONGEST_READ = 2_001;
const LONGEST_NESTED = 20_000;
/** Characters shown of a text; accepting applies all of it. */
const LONGEST_SHOWN = 300;

const NAMES = [...new Set(RECORD_LIST.flatMap(({ fieldNames, nest }) => [...fieldNames, ...(nest ? [nest.key] : [])]))];

const { contenido } = retainedWriteTable;

/** The content, shortened by the database so that a long list does not read it whole. */
export const SHORTENED_CONTENT = sql<ShortenedContent | null>`case when jsonb_typeof(${contenido}) = 'object' then jsonb_build_object(
  'campos', ${contenido} -> 'campos',
  'valores', (select jsonb_object_agg(one.key, case
      when jsonb_typeof(one.value) = 'string' then to_jsonb(left(one.value #>> '{}', ${LONGEST_READ}))
      when length(one.value::text) <= ${LONGEST_NESTED} then one.value
      else to_jsonb(left(one.value::text, ${LONGEST_READ})) end)
    from jsonb_each(case when jsonb_typeof(${contenido} -> 'valores') = 'object' then ${contenido} -> 'valores' else '{}' end) as one
    where one.key in (${sql.join(
      NAMES.map((name) => sql`${name}`),
      sql`, `,
    )}))) end`;

type Content = Readonly<Record<string, unknown>>;

interface ShortenedContent {
  readonly campos: string[] | null;
  readonly valores: Content | null;
}

interface Listed extends Pick<RetainedWrite, 'hace' | 'tipo' | 'motivo'> {
  readonly registro: string;
  readonly contenido: ShortenedContent | null;
  readonly resuelta: Date | null;
}

const shortened = (value: unknown) => {
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
  return typeof text === 'string' && text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
};

const isSame = (one: unknown, other: unknown) =>
  one === other || ((one ?? '') === '' && (other ?? '') === '') || JSON.stringify(one) === JSON.stringify(other);

function flatValues({ fieldNames, nest }: RecordDefinition, valores: Content): Content {
  const inner: unknown = nest && valores[nest.key];
  const [first]: unknown[] = Array.isArray(inner) ? inner : [];
  const flat = { ...valores, ...(typeof first === 'object' && first) };
  return Object.fromEntries(Object.entries(flat).filter(([name]) => fieldNames.includes(name)));
}

/** The values as the equivalent call would store them, or as they were sent if it would refuse them. */
function valuesOf(definition: RecordDefinition, valores: Content): Content {
  const read = recordCalls(definition).replace.body.safeParse(valores);
  return read.success ? read.data.values : flatValues(definition, valores);
}

function changesOf(
  { hace, tipo, motivo, contenido: content, resuelta }: Listed,
  stored: Content | undefined,
): FieldChange[] {
  const definition = operationDefinition(tipo);
  const { fieldNames } = definition;
  const { campos, valores } = content ?? { campos: null, valores: null };
  const sent = flatValues(definition, valores ?? {});
  const cut = (values: Content, names: readonly string[]) =>
    Object.fromEntries(names.filter((name) => name in values).map((name) => [name, shortened(values[name])]));
  // A decided write shows what was sent: the stored record may have changed since.
  if (resuelta || motivo === 'mismaPersona' || hace === 'crear' || !stored)
    return fieldChanges(null, cut(sent, fieldNames));
  if (hace === 'eliminar') return fieldChanges(cut(stored, fieldNames), null);
  const after = valuesOf(definition, valores ?? {});
  const names = fieldNames.filter((name) => (!campos || campos.includes(name)) && !isSame(stored[name], after[name]));
  return fieldChanges(
    cut(stored, names),
    Object.fromEntries(names.map((name) => [name, shortened(after[name] ?? null)])),
  );
}

/** What accepting each retained write would change in the stored records. */
export async function retainedChanges(db: Db, rows: readonly Listed[]): Promise<FieldChange[][]> {
  const stored = new Map<string, Content>();
  const open = rows.filter(({ hace, resuelta }) => hace !== 'crear' && !resuelta);
  for (const tipo of new Set(open.map((row) => row.tipo))) {
    const table = recordTable(tipo);
    const ids = open.filter((row) => row.tipo === tipo).map(({ registro }) => registro);
    for (const row of await db.select().from(table).where(inArray(table._id, ids))) stored.set(String(row._id), row);
  }
  return rows.map((row) => changesOf(row, stored.get(row.registro)));
}
