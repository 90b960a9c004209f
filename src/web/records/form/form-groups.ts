import type { Field, Value, Values } from '#domain/fields/index.ts';
import type { HelpKey } from '#domain/help/explanations.ts';
import type { RecordDefinition, Section } from '#domain/records/define-record.ts';
import { isVisible } from './form-values.ts';

/** Forms with more sections are numbered and have an index. */
export const SECTIONS_AT_ONCE = 3;

export type NamedField = [name: string, field: Field];

export interface FormGroup {
  key: string;
  title?: string | undefined;
  hint?: string | undefined;
  matrix?: Section['matrix'];
  fields: NamedField[];
}

/** The visible fields by section; those without a section come first, without a title. */
export function formGroups(definition: RecordDefinition, values: Values): FormGroup[] {
  const visible = Object.entries(definition.fields).filter(([name]) => isVisible(definition, values, name));
  const loose: FormGroup = { key: '', fields: visible.filter(([, field]) => !field.section) };
  const sections = (definition.sections ?? []).map((section) => ({
    ...section,
    fields: visible.filter(([, field]) => field.section === section.key),
  }));
  return [loose, ...sections].filter(({ fields }) => fields.length > 0);
}

const isBlank = (value: Value | undefined) => value === undefined || value === null || value === '' || value === false;

export const untouchedGroups = (groups: readonly FormGroup[], values: Values): string[] =>
  groups.flatMap(({ key, fields }) =>
    fields.every(([name, field]) => !field.required && isBlank(values[name])) ? [key] : [],
  );

export const isTile = (field: Field) => field.kind === 'flag' && !field.yesNo;
export const isShort = (field: Field) => (field.kind === 'number' && !field.catalog) || field.kind === 'date';

/** The explanation that these fields share. */
export function sharedHelp(fields: readonly NamedField[]): HelpKey | undefined {
  const [first, ...others] = new Set(fields.map(([, { help }]) => help));
  return others.length === 0 ? first : undefined;
}

const TWO_DIGITS = 99;
/** A score: no unit and at most two digits. */
export const isTiny = (field: Field) =>
  field.kind === 'number' && !field.unit && field.decimals === 0 && field.max <= TWO_DIGITS;

export interface FormBlock {
  key: string;
  label?: string | undefined;
  tiles: boolean;
  /** Fields side by side; tiles are all in one row. */
  rows: NamedField[][];
}

/** The fields from which the value of this field is derived. */
const sourcesOf = (field: Field) =>
  field.kind === 'number' && field.derivation?.replacesTyped ? field.derivation.from : [];

/** A field and the one derived from it (weeks and days) start a row of their own. */
function rowsOf(fields: NamedField[]): NamedField[][] {
  const leads = new Set(fields.flatMap(([, field]) => sourcesOf(field)));
  const rows: NamedField[][] = [[]];
  for (const named of fields) {
    if (leads.has(named[0])) rows.push([]);
    rows.at(-1)?.push(named);
  }
  return rows.filter((row) => row.length > 0);
}

/** Splits a long section into blocks: inputs, tiles and named groups of fields. */
export function blocksOf(fields: NamedField[]): FormBlock[] {
  const blocks = new Map<string, NamedField[]>();
  for (const named of fields) {
    const [, field] = named;
    const key = field.group ?? (isTile(field) ? 'casillas' : 'campos');
    blocks.set(key, [...(blocks.get(key) ?? []), named]);
  }
  return [...blocks].map(([key, members]) => {
    const tiles = members.every(([, field]) => isTile(field));
    return { key, label: members[0]?.[1].group, tiles, rows: tiles ? [members] : rowsOf(members) };
  });
}

export interface MatrixRow {
  label: string;
  /** One field per column; undefined if the column has no such field. */
  fields: (NamedField | undefined)[];
}

/** Groups flags of the same label in a row, one column per prefix of their names. */
export function matrixRows(fields: NamedField[], matrix: NonNullable<Section['matrix']>): MatrixRow[] {
  const columns = matrix.map(({ prefix }) => fields.filter(([name]) => name.startsWith(prefix)));
  const labels = [...new Set(fields.map(([, { label }]) => label))];
  return labels.map((label) => ({
    label,
    fields: columns.map((column) => column.find(([, field]) => field.label === label)),
  }));
}
