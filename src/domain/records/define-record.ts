import { z } from 'zod';
import type { FieldProblem } from '../errors.ts';
import { emptyValue, type Fields, fieldSchema, type Value, type Values } from '../fields/index.ts';
import { CANTON_OUTSIDE } from '../fields/place.ts';
import { findCanton } from '../territory.ts';

/** A rule over several fields; it runs when each of them passed its own rule. The problem names the first. */
interface CrossFieldRule {
  readonly fields: readonly [string, ...string[]];
  readonly message: string;
  readonly holds: (values: Values) => boolean;
}

export interface RecordDeclaration<F extends Fields = Fields> {
  /** Key in the registry and name of the table. */
  readonly key: string;
  /** Last segment of its route: `/api/{path}`. */
  readonly path: string;
  /** Whose record it is; patients (woman, child) have none. */
  readonly parent?: { readonly record: string; readonly field: string };
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
  readonly sections?: readonly { readonly key: string; readonly title: string; readonly hint?: string }[];
  readonly fields: F;
  readonly rules?: readonly CrossFieldRule[];
  /** Fields whose value no two records share, and what to answer when they would. */
  readonly unique?: readonly { readonly field: keyof F & string; readonly message: string }[];
  /** The columns of its table, in this order; without it, the fields that ask for a column, as declared. */
  readonly columns?: readonly (keyof F & string)[];
  /** Fields that `q` searches. */
  readonly search?: readonly (keyof F & string)[];
  /** Fields by which a list can be filtered exactly. */
  readonly filters?: readonly (keyof F & string)[];
  /** Columns that the server computes and sends along with the fields. */
  readonly derived?: readonly string[];
  /** One complete valid input. */
  readonly example: Readonly<Record<string, unknown>>;
}

export interface RecordDefinition<F extends Fields = Fields> extends RecordDeclaration<F> {
  readonly fieldNames: readonly (keyof F & string)[];
  /** Parses a request body: unknown keys are dropped, problems come all at once. */
  readonly schema: z.ZodType<Values, unknown>;
}

export type ParseResult = { values: Values; problems: null } | { values: null; problems: FieldProblem[] };

function cantonRules(fields: Fields): CrossFieldRule[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field.kind !== 'canton') return [];
    const holds = (values: Values) => {
      const canton = values[name];
      const province = values[field.within];
      return !canton || !province || findCanton(String(canton), String(province)) !== undefined;
    };
    return [{ fields: [name, field.within], message: CANTON_OUTSIDE, holds }];
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
  return problems.filter(
    ({ msg, path }, index) => problems.findIndex((p) => p.msg === msg && p.path === path) === index,
  );
}

function check(declaration: RecordDeclaration): void {
  const { key, fields } = declaration;
  const fail = (why: string): never => {
    throw new Error(`Record "${key}": ${why}`);
  };
  const known = (name: string, where: string) => {
    if (!(name in fields)) fail(`${where} names the unknown field "${name}"`);
  };
  const sections = new Set(declaration.sections?.map((section) => section.key));
  for (const [name, field] of Object.entries(fields)) {
    if (field.kind === 'number' && !(field.min < field.max)) fail(`bounds of "${name}" are empty`);
    if (field.kind === 'choice' && field.default !== undefined && !field.options.some((o) => o.value === field.default))
      fail(`default of "${name}" is not an option`);
    if (field.kind === 'canton') known(field.within, `"${name}"`);
    if (field.kind === 'number' && field.monthsAt) known(field.monthsAt, `"${name}"`);
    if (field.visibleWhen) known(field.visibleWhen.field, `"${name}"`);
    if (field.section !== undefined && !sections.has(field.section)) fail(`"${name}" is in no declared section`);
  }
  for (const rule of declaration.rules ?? []) for (const name of rule.fields) known(name, 'a rule');
  for (const { field } of declaration.unique ?? []) known(field, 'unique');
  for (const name of [...(declaration.search ?? []), ...(declaration.filters ?? [])]) known(name, 'search or filters');
  for (const name of declaration.columns ?? []) known(name, 'columns');
}

/**
 * Declares a record type once; everything else derives from the result.
 * @throws Error when the declaration contradicts itself or its example is not valid.
 */
export function defineRecord<const F extends Fields>(declaration: RecordDeclaration<F>): RecordDefinition<F> {
  check(declaration as unknown as RecordDeclaration);
  const fieldNames = Object.keys(declaration.fields) as (keyof F & string)[];
  const shape: Record<string, z.ZodType<Value, unknown>> = {};
  for (const name of fieldNames) shape[name] = fieldSchema(declaration.fields[name] as Fields[string]);
  const rules = [...cantonRules(declaration.fields), ...(declaration.rules ?? [])];
  let schema: z.ZodType<Values, unknown> = z.object(shape, {
    error: 'Se esperaba un objeto con los campos del registro',
  }) as unknown as z.ZodType<Values, unknown>;
  for (const rule of rules) {
    // `when` makes the rule run although other fields have problems: the answer names them all at once.
    schema = schema.refine((values) => rule.holds(values), {
      path: [rule.fields[0]],
      message: rule.message,
      when: ({ issues }) => !issues.some(({ path = [] }) => path.length === 0 || rule.fields.includes(String(path[0]))),
    });
  }
  const definition: RecordDefinition<F> = {
    ...declaration,
    fieldNames,
    schema: schema.transform((values) => clearHidden(declaration.fields, values)) as unknown as z.ZodType<
      Values,
      unknown
    >,
  };
  const example = parseRecord(definition as unknown as RecordDefinition, declaration.example);
  if (example.problems)
    throw new Error(`Record "${declaration.key}": its example is not valid: ${JSON.stringify(example.problems)}`);
  return definition;
}

/** Applies every rule of a record type to an input; shapes as in {@link RecordDefinition.schema}. */
export function parseRecord(definition: RecordDefinition, input: unknown): ParseResult {
  const result = definition.schema.safeParse(input);
  return result.success
    ? { values: result.data, problems: null }
    : { values: null, problems: problemsOf(result.error) };
}
