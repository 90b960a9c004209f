import { z } from 'zod';
import { boundedList } from '../bounded.ts';
import type { FieldProblem } from '../errors.ts';
import { CANTON_OUTSIDE, emptyValue, type Fields, fieldSchemas, type Value, type Values } from '../fields/index.ts';
import { boundsMessage, isWithin } from '../fields/number.ts';
import { once } from '../once.ts';
import { REQUIRED } from '../schema-messages.ts';
import { findCanton } from '../territory.ts';
import type { Narrowing } from './narrowings.ts';
import type { WarningContext } from './warning-context.ts';

/** A rule over several fields; it runs when each of them passed its own rule. The problem names the first. */
interface CrossFieldRule {
  readonly fields: readonly [string, ...string[]];
  readonly message: string | ((values: Values) => string);
  readonly holds: (values: Values) => boolean;
}

export interface Section {
  readonly key: string;
  readonly title: string;
  readonly hint?: string;
  /** Flags with the same labels side by side, one column per prefix of the field's name: who attended birth and newborn. */
  readonly matrix?: readonly { readonly prefix: string; readonly title: string }[];
}

/** Where a person's records stand in her or his printed booklet (specification, section 2, "Exports"). */
interface BookletPlace {
  /** Their list in the answer of `GET /api/{path}/pdf/{id}`. */
  readonly list: string;
  /** Their place among the tables that are printed, or why they are not. */
  readonly printed: number | { readonly not: string };
}

/**
 * The names of the fields are a parameter of their own: `keyof F` would let no declaration pass for a declaration in general.
 * @typeParam N names of the fields
 * @typeParam K key
 */
export interface RecordDeclaration<F extends Fields = Fields, N extends string = string, K extends string = string> {
  /** Key in the registry and name of the table. */
  readonly key: K;
  /** Last segment of its route: `/api/{path}`. */
  readonly path: string;
  /** Whose record it is; patients (woman, child) have none. */
  readonly parent?: { readonly record: string; readonly field: string };
  /** Every record that belongs to somebody has one. */
  readonly booklet?: BookletPlace;
  /** What the answer that holds the whole booklet calls the person; the key unless told. */
  readonly bookletName?: string;
  /** What is kept on the child (status, z-scores, visits) follows from these records: it is computed anew in their transaction. */
  readonly summarised?: boolean;
  readonly titles: {
    /** Short name, in navigation. */
    readonly short: string;
    readonly form: string;
    readonly table: string;
  };
  readonly messages: {
    readonly created: string;
    readonly updated?: string;
    readonly deleted: string;
    readonly saveFailed: string;
    readonly updateFailed?: string;
    readonly deleteFailed: string;
  };
  /** One sentence under the form's title. */
  readonly intro?: string;
  /** What a person should know while filling the form in. */
  readonly info?: readonly string[];
  readonly sections?: readonly Section[];
  /** On the wire these fields are the one item of a list under `key`; columns and forms keep them flat. */
  readonly nest?: { readonly key: string; readonly fields: readonly N[] };
  readonly fields: F;
  readonly rules?: readonly CrossFieldRule[];
  /** What is improbable, beside what the kinds of the fields already say; it never blocks. */
  readonly warnings?: (values: Values, context: WarningContext) => FieldProblem[];
  /** Fields whose value no two records share, and what to answer when they would. */
  readonly unique?: readonly { readonly field: N; readonly message: string }[];
  /** What one of them is called among the others: the title of its card. Without it, the first column. */
  readonly headline?: N;
  /** The columns of its table, in this order; without it, the fields that ask for a column, as declared. */
  readonly columns?: readonly N[];
  /** The list as a file: what its rows are called, and its columns in order (all fields as declared, unless told). */
  readonly exported?: { readonly name: string; readonly fields?: readonly N[] };
  /** Fields that `q` searches. */
  readonly search?: readonly N[];
  /** Fields by which a list can be filtered exactly. */
  readonly filters?: readonly N[];
  /** Fields and {@link Narrowing}s that filter a list without an index of their own. */
  readonly narrowings?: readonly (N | Narrowing)[];
  /**
   * When two people are probably one: the same document, or closely the same names together with one equal field of
   * `together` (when that list is empty, the names alone).
   */
  readonly likeness?: {
    readonly names: readonly N[];
    readonly document: N;
    readonly together: readonly N[];
  };
  /** Columns that the server computes and sends along with the fields. */
  readonly derived?: readonly string[];
  /** One complete valid input. */
  readonly example: Readonly<Record<string, unknown>>;
}

export interface RecordDefinition<F extends Fields = Fields, N extends string = string, K extends string = string>
  extends RecordDeclaration<F, N, K> {
  readonly fieldNames: readonly N[];
  /** Parses a request body as it travels: unknown keys are dropped, problems come all at once, the result is flat. */
  readonly schema: z.ZodType<Values, unknown>;
  /** The same for flat values, as a form holds them. */
  readonly flatSchema: z.ZodType<Values, unknown>;
}

export type ParseResult = { values: Values; problems: null } | { values: null; problems: FieldProblem[] };

/** The rules that follow from the kinds of the fields. */
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

/** Empties every field whose condition does not hold: a detail without its flag is not kept. */
function clearHidden(fields: Fields, values: Values): Values {
  const kept: Values = { ...values };
  for (const [name, field] of Object.entries(fields)) {
    if (field.visibleWhen && kept[field.visibleWhen.field] !== field.visibleWhen.equals) kept[name] = emptyValue(field);
  }
  return kept;
}

/** The fields that are columns of its table, in their order. */
export function columnsOf(definition: RecordDefinition): readonly string[] {
  return definition.columns ?? definition.fieldNames.filter((name) => definition.fields[name]?.column);
}

/** Problems as the API answers them, paths dotted. Two broken rules with the same sentence are one problem. */
export function problemsOf(error: z.core.$ZodError): FieldProblem[] {
  const problems = error.issues.map((issue) => ({ msg: issue.message, path: issue.path.join('.') }));
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}

function check(declaration: RecordDeclaration): void {
  const { key, fields } = declaration;
  const fail = (why: string): never => {
    throw new Error(`Record "${key}": ${why}`);
  };
  const known = (name: string, where: string) => {
    if (!(name in fields)) fail(`${where} names the unknown field "${name}"`);
  };
  if (declaration.parent && !declaration.booklet) fail('it is neither printed in the booklet nor says why not');
  const sections = new Set(declaration.sections?.map((section) => section.key));
  for (const [name, field] of Object.entries(fields)) {
    if (field.kind === 'number' && !(field.min < field.max)) fail(`bounds of "${name}" are empty`);
    if (field.kind === 'choice' && field.default !== undefined && !field.options.some((o) => o.value === field.default))
      fail(`default of "${name}" is not an option`);
    if (field.kind === 'canton') known(field.within, `"${name}"`);
    if (field.kind === 'number') for (const other of field.derivation?.from ?? []) known(other, `"${name}"`);
    if (field.visibleWhen) known(field.visibleWhen.field, `"${name}"`);
    if (field.section !== undefined && !sections.has(field.section)) fail(`"${name}" is in no declared section`);
  }
  for (const rule of declaration.rules ?? []) for (const name of rule.fields) known(name, 'a rule');
  for (const name of declaration.nest?.fields ?? []) known(name, 'nest');
  for (const { field } of declaration.unique ?? []) known(field, 'unique');
  for (const name of [...(declaration.search ?? []), ...(declaration.filters ?? [])]) known(name, 'search or filters');
  const { names = [], together = [], document } = declaration.likeness ?? {};
  for (const name of [...names, ...together, ...(document ? [document] : [])]) known(name, 'likeness');
  for (const name of declaration.columns ?? []) known(name, 'columns');
  for (const name of declaration.exported?.fields ?? []) known(name, 'exported');
  if (declaration.headline) known(declaration.headline, 'headline');
}

/** Of flat fields, or of a record as it travels, with a list among them. */
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
          // The rule runs although other fields have problems: the answer names them all at once.
          when: ({ issues }) => !issues.some(({ path = [] }) => path.length === 0 || fields.includes(String(path[0]))),
        }),
      z.object(schemas, { error: NOT_OBJECT }),
    );
}

/** The fields of `nest` as the one item of a list; rules within either part hold as in the flat schema. */
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

/** Flat values as they travel. */
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

/** What travelled, as flat values. */
export function toFlat(
  { nest }: Pick<RecordDeclaration, 'nest'>,
  wire: Record<string, unknown>,
): Record<string, unknown> {
  if (!nest) return wire;
  const { [nest.key]: items, ...outer } = wire;
  return { ...outer, ...(Array.isArray(items) ? (items[0] as object) : {}) };
}

/** The path of a field in a problem, without the list it is nested in. */
export function flatPath({ nest }: Pick<RecordDeclaration, 'nest'>, path: string): string {
  return nest && path.startsWith(`${nest.key}.0.`) ? path.slice(nest.key.length + 3) : path;
}

const rulesOf = ({ fields, rules = [] }: RecordDeclaration) => [...impliedRules(fields), ...rules];

const flatSchemaOf = once((declaration: RecordDeclaration) =>
  objectSchema(fieldSchemas<Fields>(declaration.fields), rulesOf(declaration)).transform((values) =>
    clearHidden(declaration.fields, values),
  ),
);

const schemaOf = once((declaration: RecordDeclaration) => {
  const { fields, nest } = declaration;
  if (!nest) return flatSchemaOf(declaration);
  return nestedSchema(fieldSchemas<Fields>(fields), rulesOf(declaration), nest).transform((values) =>
    clearHidden(fields, values),
  );
});

/**
 * Declares a record type once; everything else derives from the result. Its schemas are made when something is first read by them: a
 * phone that shows a list needs none.
 * @throws Error when the declaration contradicts itself; whether its example is valid, {@link parseRecord} says
 */
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

/** The heading above the sentence of a record that was saved: a child's records have another than the women's (specification, section 8). */
export const savedTitle = ({ parent }: Pick<RecordDeclaration, 'parent'>): string =>
  parent?.record === 'nino' ? 'Éxito' : '¡Información Guardada!';

/** Applies every rule of a record type to an input; shapes as in {@link RecordDefinition.schema}. */
export function parseRecord(definition: RecordDefinition, input: unknown): ParseResult {
  const result = definition.schema.safeParse(input);
  return result.success
    ? { values: result.data, problems: null }
    : { values: null, problems: problemsOf(result.error) };
}
