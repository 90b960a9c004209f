import { z } from 'zod';
import { boundedList } from '../bounded.ts';
import type { FieldProblem } from '../errors.ts';
import { CANTON_OUTSIDE, emptyValue, type Fields, fieldSchemas, type Value, type Values } from '../fields/index.ts';
import { boundsMessage, isWithin } from '../fields/number.ts';
import { oncePerDeclaration } from '../once.ts';
import { REQUIRED } from '../schema-messages.ts';
import { findCanton } from '../territory.ts';
import type { Narrowing } from './narrowings.ts';
import type { WarningContext } from './warning-context.ts';

interface CrossFieldRule {
  readonly fields: readonly [string, ...string[]];
  readonly message: string | ((values: Values) => string);
  readonly holds: (values: Values) => boolean;
}

export interface Section {
  readonly key: string;
  readonly title: string;
  readonly hint?: string;
  readonly matrix?: readonly { readonly prefix: string; readonly title: string }[];
}

/** The place of the records in the printed booklet (specification, section 2, "Exports"). */
interface BookletPlace {
  readonly list: string;
  /** The position among the printed tables, or the reason why they are not printed. */
  readonly printed: number | { readonly not: string };
}

/** The field names `N` are a type parameter because with `keyof F` no declaration would be assignable to the general type. */
export interface RecordDeclaration<F extends Fields = Fields, N extends string = string, K extends string = string> {
  readonly key: K;
  /** The route: `/api/<path>`. */
  readonly path: string;
  /** The person that the record belongs to, and the field of the wire with that person's id. */
  readonly parent?: { readonly record: string; readonly field: string };
  /** The record's place in the printed booklet. */
  readonly booklet?: BookletPlace;
  /** The name of the person in the answer with the whole booklet; the key by default. */
  readonly bookletName?: string;
  /** The child's summary depends on these records, so it is computed again in their transaction. */
  readonly summarised?: boolean;
  /** `short`: the section. `form`: the form. `table`: the list. */
  readonly titles: {
    readonly short: string;
    readonly form: string;
    readonly table: string;
  };
  /** The notices of the form, to the letter of the specification. */
  readonly messages: {
    readonly created: string;
    readonly updated?: string;
    readonly deleted: string;
    readonly saveFailed: string;
    readonly updateFailed?: string;
    readonly deleteFailed: string;
  };
  /** A sentence under the form's title. */
  readonly intro?: string;
  /** Sentences that help to fill in the form. */
  readonly info?: readonly string[];
  readonly sections?: readonly Section[];
  /** On the wire these fields are the only item of a list under `key`; columns and forms are flat. */
  readonly nest?: { readonly key: string; readonly fields: readonly N[] };
  readonly fields: F;
  /** Rules about several fields: a violation refuses the record. */
  readonly rules?: readonly CrossFieldRule[];
  /** Warnings about improbable values, besides those of the fields. They never refuse the record. */
  readonly warnings?: (values: Values, context: WarningContext) => FieldProblem[];
  /** Fields whose value only one record may have, and the message of a refusal. */
  readonly unique?: readonly { readonly field: N; readonly message: string }[];
  /** The field that titles the record's card on a phone; by default the first column. */
  readonly headline?: N;
  /** The columns of the list in order; by default the fields with `column`. */
  readonly columns?: readonly N[];
  /** The list as a file: its name and columns; by default all fields. */
  readonly exported?: { readonly name: string; readonly fields?: readonly N[] };
  /** The fields that `q` searches. */
  readonly search?: readonly N[];
  /** The fields that filter the list exactly, each with an index. */
  readonly filters?: readonly N[];
  /** Fields and {@link Narrowing}s that filter the list without an index of their own. */
  readonly narrowings?: readonly (N | Narrowing)[];
  /** The fields by which an import recognises a record, besides its person. */
  readonly identity: readonly N[];
  /** Probable duplicates: the same document, or similar names and, unless `together` is empty, one equal field of it. */
  readonly likeness?: {
    readonly names: readonly N[];
    readonly document: N;
    readonly together: readonly N[];
  };
  /** Columns that the server computes and sends with the fields. */
  readonly derived?: Readonly<Record<string, 'text' | 'number'>>;
  /** One valid record: tests, the demo and the API description use it. */
  readonly example: Readonly<Record<string, unknown>>;
}

export interface RecordDefinition<F extends Fields = Fields, N extends string = string, K extends string = string>
  extends RecordDeclaration<F, N, K> {
  readonly fieldNames: readonly N[];
  /** Parses a request body to flat values: unknown keys are dropped, all problems are reported at once. */
  readonly schema: z.ZodType<Values, unknown>;
  readonly flatSchema: z.ZodType<Values, unknown>;
}

export type ParseResult = { values: Values; problems: null } | { values: null; problems: FieldProblem[] };

function impliedRules(fields: Fields): CrossFieldRule[] {
  return Object.entries(fields).flatMap(([name, field]): CrossFieldRule[] => {
    if (field.kind === 'canton') {
      const holds = ({ [name]: canton, [field.within]: province }: Values) =>
        !canton || !province || findCanton(String(canton), String(province)) !== undefined;
      return [{ fields: [name, field.within], message: CANTON_OUTSIDE, holds }];
    }
    if (field.kind === 'number' && field.derivation) {
      const { from, propose } = field.derivation;
      const bounds = (values: Values) => propose({ fields, values })?.bounds ?? field;
      const holds = (values: Values) => {
        const value = values[name];
        return typeof value !== 'number' || isWithin(bounds(values), value);
      };
      return [{ fields: [name, ...from], message: (values) => boundsMessage(field, bounds(values)), holds }];
    }
    return [];
  });
}

/** Without the values of fields that are not shown. */
export function clearHidden(fields: Fields, values: Values): Values {
  const visible: Values = { ...values };
  for (const [name, field] of Object.entries(fields)) {
    if (field.visibleWhen && visible[field.visibleWhen.field] !== field.visibleWhen.equals)
      visible[name] = emptyValue(field);
  }
  return visible;
}

export function columnsOf(definition: RecordDefinition): readonly string[] {
  return definition.columns ?? definition.fieldNames.filter((name) => definition.fields[name]?.column);
}

/** Problems with dotted paths; two with the same message and path are reported once. */
export function problemsOf(error: z.core.$ZodError): FieldProblem[] {
  const problems = error.issues.map((issue) => ({ msg: issue.message, path: issue.path.join('.') }));
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}

function check(declaration: RecordDeclaration): void {
  const { key, fields } = declaration;
  const fail = (why: string): never => {
    throw new Error(`Record "${key}": ${why}`);
  };
  const assertField = (name: string, where: string) => {
    if (!(name in fields)) fail(`${where} names the unknown field "${name}"`);
  };
  if (declaration.parent && !declaration.booklet) fail('it is neither printed in the booklet nor says why not');
  const sections = new Set(declaration.sections?.map((section) => section.key));
  for (const [name, field] of Object.entries(fields)) {
    if (field.kind === 'number' && !(field.min < field.max)) fail(`bounds of "${name}" are empty`);
    if (field.kind === 'choice' && field.default !== undefined && !field.options.some((o) => o.value === field.default))
      fail(`default of "${name}" is not an option`);
    if (field.kind === 'canton') assertField(field.within, `"${name}"`);
    if (field.kind === 'number') for (const other of field.derivation?.from ?? []) assertField(other, `"${name}"`);
    if (field.visibleWhen) assertField(field.visibleWhen.field, `"${name}"`);
    if (field.section !== undefined && !sections.has(field.section)) fail(`"${name}" is in no declared section`);
  }
  for (const rule of declaration.rules ?? []) for (const name of rule.fields) assertField(name, 'a rule');
  for (const name of declaration.nest?.fields ?? []) assertField(name, 'nest');
  for (const { field } of declaration.unique ?? []) assertField(field, 'unique');
  for (const name of [...(declaration.search ?? []), ...(declaration.filters ?? [])])
    assertField(name, 'search or filters');
  const { names = [], together = [], document } = declaration.likeness ?? {};
  for (const name of [...names, ...together, ...(document ? [document] : [])]) assertField(name, 'likeness');
  for (const name of declaration.identity) assertField(name, 'identity');
  for (const name of declaration.columns ?? []) assertField(name, 'columns');
  for (const name of declaration.exported?.fields ?? []) assertField(name, 'exported');
  if (declaration.headline) assertField(declaration.headline, 'headline');
}

type Schemas<V> = Record<string, z.ZodType<V, unknown>>;

const NOT_OBJECT = 'Se esperaba un objeto con los campos del registro';
const NOT_ONE_ITEM = 'Debe ser una lista con un solo elemento';

function objectSchema<V extends Value | Values[]>(schemas: Schemas<V>, rules: readonly CrossFieldRule[]) {
  return rules
    .filter((rule) => rule.fields.every((name) => name in schemas))
    .reduce<z.ZodType<Record<string, V>, unknown>>(
      (schema, { fields, message, holds }) =>
        schema.refine((values) => holds(values as Values), {
          path: [fields[0]],
          error: ({ input }) => (typeof message === 'string' ? message : message(input as Values)),
          // The rule runs even if other fields have problems, so that one answer names all of them.
          when: ({ issues }) => !issues.some(({ path = [] }) => path.length === 0 || fields.includes(String(path[0]))),
        }),
      z.object(schemas, { error: NOT_OBJECT }),
    );
}

/** Puts the fields of `nest` into a list with one item; rules within either part apply as in the flat schema. */
function nestedSchema(
  schemas: Schemas<Value>,
  rules: readonly CrossFieldRule[],
  nest: { key: string; fields: readonly string[] },
) {
  const part = (wanted: boolean) =>
    Object.fromEntries(Object.entries(schemas).filter(([name]) => nest.fields.includes(name) === wanted));
  const item = boundedList(objectSchema(part(true), rules), {
    min: 1,
    max: 1,
    notList: (issue) => (issue.input == null ? REQUIRED : NOT_ONE_ITEM),
    wrongLength: NOT_ONE_ITEM,
  });
  const outer: Schemas<Value | Values[]> = { ...part(false), [nest.key]: item };
  return objectSchema(outer, rules).transform(({ [nest.key]: items, ...rest }) => {
    const [inner] = items as Values[];
    return { ...rest, ...inner } as Values;
  });
}

export function toNested(
  { nest }: Pick<RecordDeclaration, 'nest'>,
  values: Record<string, unknown>,
): Record<string, unknown> {
  if (!nest) return values;
  const entries = Object.entries(values);
  const inner = entries.filter(([name]) => nest.fields.includes(name));
  const outer = entries.filter(([name]) => !nest.fields.includes(name));
  return { ...Object.fromEntries(outer), [nest.key]: [Object.fromEntries(inner)] };
}

export function toFlat(
  { nest }: Pick<RecordDeclaration, 'nest'>,
  wire: Record<string, unknown>,
): Record<string, unknown> {
  if (!nest) return wire;
  const { [nest.key]: items, ...outer } = wire;
  return { ...outer, ...(Array.isArray(items) ? (items[0] as object) : {}) };
}

export function flatPath({ nest }: Pick<RecordDeclaration, 'nest'>, path: string): string {
  return nest && path.startsWith(`${nest.key}.0.`) ? path.slice(nest.key.length + 3) : path;
}

const rulesOf = ({ fields, rules = [] }: RecordDeclaration) => [...impliedRules(fields), ...rules];

const flatSchemaOf = oncePerDeclaration((declaration: RecordDeclaration) =>
  objectSchema(fieldSchemas<Fields>(declaration.fields), rulesOf(declaration)).transform((values) =>
    clearHidden(declaration.fields, values),
  ),
);

const schemaOf = oncePerDeclaration((declaration: RecordDeclaration) => {
  const { fields, nest } = declaration;
  if (!nest) return flatSchemaOf(declaration);
  return nestedSchema(fieldSchemas<Fields>(fields), rulesOf(declaration), nest).transform((values) =>
    clearHidden(fields, values),
  );
});

/** Declares a record type. Schemas are created on first use: a phone that shows a list needs none. @throws Error for a contradictory declaration */
export function defineRecord<const F extends Fields, const K extends string>(
  declaration: RecordDeclaration<F, keyof F & string, K>,
): RecordDefinition<F, keyof F & string, K> {
  check(declaration);
  return {
    ...declaration,
    fieldNames: Object.keys(declaration.fields) as (keyof F & string)[],
    get flatSchema() {
      return flatSchemaOf(declaration);
    },
    get schema() {
      return schemaOf(declaration);
    },
  };
}

/** The heading after saving differs for a child's records (specification, section 8). */
export const savedTitle = ({ parent }: Pick<RecordDeclaration, 'parent'>): string =>
  parent?.record === 'nino' ? 'Éxito' : '¡Información Guardada!';

export function parseRecord(definition: RecordDefinition, input: unknown): ParseResult {
  const result = definition.schema.safeParse(input);
  return result.success
    ? { values: result.data, problems: null }
    : { values: null, problems: problemsOf(result.error) };
}
