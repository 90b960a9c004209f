import type { ImportRow, RowProblem } from '../calls/importing.ts';
import type { CatalogKey } from '../catalogs.ts';
import { CATALOGS } from '../catalogs.ts';
import { NOT_DATE, NOT_DATE_TYPED } from '../fields/date.ts';
import { NOT_BOOLEAN } from '../fields/flag.ts';
import {
  type Derivation,
  type DerivationContext,
  type Field,
  type Fields,
  fieldSchema,
  type NumberField,
  readValue,
  type Value,
  type Values,
} from '../fields/index.ts';
import { similarityTo } from '../likeness/word-similarity.ts';
import { oncePerDeclaration } from '../once.ts';
import { problemsOf, type RecordDefinition } from '../records/define-record.ts';
import { REQUIRED } from '../schema-messages.ts';
import { cleanText, foldText } from '../text.ts';
import { type ColumnValues, isAmbiguousSex, isEmptyCell, readCell, withLostZero } from './cells.ts';
import { type Cell, cellText } from './headers.ts';
import { PERSON_KEYS, RESPONSIBLE, type Target, targetsOf } from './target.ts';

/** The cells of a row by what they fill. */
export type RowCells = ReadonlyMap<string, Cell>;

/** The options of a list by their folded text. */
export type Options = ReadonlyMap<string, string>;

export interface ImportRules {
  readonly definition: RecordDefinition;
  readonly options: (catalog: CatalogKey) => Options;
  /** Fields whose unknown options are added to their lists. */
  readonly adding: ReadonlySet<string>;
  /** Whether a cédula gets back the zero that Excel removed. */
  readonly restoresZeros: boolean;
  readonly columnValues: (key: string) => ColumnValues;
}

export interface NewOption {
  readonly campo: string;
  readonly valor: string;
}

const NO_FLAG = 'Debe ser Sí o No';
/** What the form computes is missing only if its sources are. */
const NOT_COMPUTED = 'Falta, y no se puede calcular: revisa las fechas y los datos de la fila y de la libreta';
const AMBIGUOUS_SEX = '«M» puede ser masculino o mujer: escribe MASCULINO o FEMENINO';
export const LOST_ZERO = 'A esta cédula le falta el cero inicial';

/** The words of the form, where the interface of programs has others. */
const FORM_WORDS: Readonly<Record<string, string>> = { [NOT_DATE]: NOT_DATE_TYPED, [NOT_BOOLEAN]: NO_FLAG };

/** Whether the form computes a field from others. */
export const isDerived = (field: Field | undefined): field is NumberField & { derivation: Derivation } =>
  field?.kind === 'number' && field.derivation !== undefined;

export const targetsByKey = oncePerDeclaration(
  (definition: RecordDefinition): ReadonlyMap<string, Target> =>
    new Map(targetsOf(definition).map((target) => [target.key, target])),
);

export const labelOfKey = (definition: RecordDefinition, key: string): string =>
  targetsByKey(definition).get(key)?.label ?? '';

interface Document {
  readonly text: string;
  readonly restored: string | null;
}

/** A cédula of a cell; one that lost its zero gets it back, or is offered with it. */
function documentIn(cell: Cell | undefined, restoresZeros: boolean): Document {
  const text = cleanText(cellText(cell));
  const restored = withLostZero(text);
  return restored !== null && restoresZeros ? { text: restored, restored: null } : { text, restored };
}

const problemAt = (definition: RecordDefinition, cells: RowCells, campo: string, msg: string, sugerencia?: string) => ({
  campo,
  titulo: labelOfKey(definition, campo),
  valor: cellText(cells.get(campo)),
  msg,
  ...(sugerencia !== undefined && { sugerencia }),
});

/** How a row names its person, and the account that becomes responsible. Empty texts where it does not. */
export interface RowKeys {
  readonly cedula: string;
  readonly hcu: string;
  readonly responsible: string;
  readonly problems: readonly RowProblem[];
}

export function keysOfRow({ definition, restoresZeros }: ImportRules, cells: RowCells): RowKeys {
  const [document, hcu] = definition.parent ? [PERSON_KEYS.cedula, PERSON_KEYS.hcu] : ['cedula', 'hcu'];
  const [cedula, responsible] = [document, RESPONSIBLE].map((key) => ({
    key,
    ...documentIn(cells.get(key), restoresZeros),
  })) as [Document & { key: string }, Document & { key: string }];
  // The cédula of a person is a field, whose own check reports it.
  const offered = [...(definition.parent ? [cedula] : []), responsible];
  return {
    cedula: cedula.text,
    hcu: cleanText(cellText(cells.get(hcu))),
    responsible: responsible.text,
    problems: offered.flatMap(({ key, restored }) =>
      restored === null ? [] : [problemAt(definition, cells, key, LOST_ZERO, restored)],
    ),
  };
}

/** What a row is judged with, besides itself. */
export interface RowSurroundings {
  /** The stored values that the row would change; null for a new record. */
  readonly before: Values | null;
  readonly birth: string | null;
  readonly context?: DerivationContext | undefined;
}

/** `values` is null with problems. */
export interface JudgedRow {
  readonly values: Values | null;
  readonly problems: readonly RowProblem[];
  readonly newOptions: readonly NewOption[];
}

const same = (one: unknown, other: unknown) => (one ?? null) === (other ?? null);

/** What the form would send: cells, then what is stored, then what the form computes. */
function sentValues(rules: ImportRules, cells: RowCells, { before, birth, context }: RowSurroundings) {
  const { definition, restoresZeros, columnValues } = rules;
  const fields: Fields = definition.fields;
  const sent: Record<string, unknown> = {};
  const offers: RowProblem[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const cell = cells.get(name);
    if (cell === undefined || isEmptyCell(cell)) {
      if (before) sent[name] = before[name];
    } else if (field.kind === 'text' && field.document) {
      const { text, restored } = documentIn(cell, restoresZeros);
      sent[name] = text;
      if (restored !== null) offers.push(problemAt(definition, cells, name, LOST_ZERO, restored));
    } else sent[name] = readCell(field, cell, columnValues(name));
  }
  for (const [name, field] of Object.entries(fields)) {
    if (!isDerived(field) || !isEmptyCell(cells.get(name))) continue;
    const isCurrent = before && field.derivation.from.every((source) => same(before[source], sent[source]));
    if (isCurrent) continue;
    const proposal = field.derivation.propose({ fields, values: sent as Values, birth, surroundings: context });
    if (proposal) sent[name] = proposal.value;
  }
  return { sent, offers };
}

const isShown = ({ visibleWhen }: Field, sent: Readonly<Record<string, unknown>>) =>
  !visibleWhen || sent[visibleWhen.field] === visibleWhen.equals;

const MIN_LIKENESS = 0.35;

/** The option that resembles a text most; undefined if none does. */
export function nearestOption(text: string, options: Options): string | undefined {
  const likeness = similarityTo(foldText(text));
  let best: { option: string; of: number } | undefined;
  for (const [folded, option] of options) {
    const of = Math.max(likeness(folded), similarityTo(folded)(foldText(text)));
    if (of >= MIN_LIKENESS && (!best || of > best.of)) best = { option, of };
  }
  return best?.option;
}

/** Replaces values by the spelling of their lists. @returns the unknown ones */
function chooseOptions({ definition, options }: ImportRules, sent: Record<string, unknown>, before: Values | null) {
  const unknown: { name: string; text: string; options: Options }[] = [];
  for (const [name, field] of Object.entries<Field>(definition.fields)) {
    if ((field.kind !== 'text' && field.kind !== 'number') || !field.catalog || !isShown(field, sent)) continue;
    const text = cleanText(String(sent[name] ?? ''));
    // What was chosen once stays, although its option was deleted since.
    if (text === '' || (before && same(before[name], sent[name]))) continue;
    const ofList = options(field.catalog);
    const option = ofList.get(foldText(text));
    if (option === undefined) unknown.push({ name, text, options: ofList });
    else if (field.kind === 'text') sent[name] = option;
  }
  return unknown;
}

/** Whether a required value is missing because it could not be computed. */
const isUncomputed = ({ fields }: RecordDefinition, cells: RowCells, name: string, msg: string): boolean =>
  msg === REQUIRED && isDerived(fields[name]) && isEmptyCell(cells.get(name));

/** A message of the form in the words that fit a row. */
function rowWords(definition: RecordDefinition, cells: RowCells, path: string, msg: string): string {
  const field = definition.fields[path];
  if (isUncomputed(definition, cells, path, msg)) return NOT_COMPUTED;
  if (field?.kind === 'choice' && isAmbiguousSex(field, cells.get(path))) return AMBIGUOUS_SEX;
  return FORM_WORDS[msg] ?? msg;
}

/** Whether what a field is computed from has problems itself. */
function hasWrongSource({ fields }: RecordDefinition, name: string, wrong: ReadonlySet<string>): boolean {
  const field = fields[name];
  return isDerived(field) && field.derivation.from.some((source) => wrong.has(source));
}

/** Judges a row as the form would: the same schema, the same messages, the same computed values. */
export function judgeRow(rules: ImportRules, cells: RowCells, surroundings: RowSurroundings): JudgedRow {
  const { definition, adding } = rules;
  const { sent, offers } = sentValues(rules, cells, surroundings);
  const unknown = chooseOptions(rules, sent, surroundings.before);
  const result = definition.flatSchema.safeParse(sent);
  const refused = result.success ? [] : problemsOf(result.error);
  const wrong = new Set([...refused.map(({ path }) => path), ...offers.map(({ campo }) => campo)]);
  const notListed = unknown.flatMap(({ name, text, options }): RowProblem[] => {
    const field = definition.fields[name];
    if (adding.has(name) || wrong.has(name) || !field || !('catalog' in field) || !field.catalog) return [];
    const msg = `No está en la lista «${CATALOGS[field.catalog].title}»`;
    return [problemAt(definition, cells, name, msg, nearestOption(text, options))];
  });
  const problems = [
    ...offers,
    ...refused
      .filter(
        ({ path, msg }) => !isUncomputed(definition, cells, path, msg) || !hasWrongSource(definition, path, wrong),
      )
      .map(({ path, msg }) => problemAt(definition, cells, path, rowWords(definition, cells, path, msg))),
    ...notListed,
  ];
  const newOptions = unknown
    .filter(({ name }) => !wrong.has(name))
    .map(({ name, text }) => ({ campo: name, valor: text }));
  return { values: problems.length === 0 && result.success ? result.data : null, problems, newOptions };
}

/** What identifies the record of a row, even if other cells are missing; null if it does not. */
export function identityInRow(rules: ImportRules, cells: RowCells, surroundings: RowSurroundings): Values | null {
  const { fields, identity }: RecordDefinition = rules.definition;
  const { sent } = sentValues(rules, cells, surroundings);
  chooseOptions(rules, sent, surroundings.before);
  const values: Record<string, Value> = {};
  for (const name of identity) {
    const read = fieldSchema(fields[name] as Field).safeParse(sent[name]);
    if (!read.success) return null;
    values[name] = read.data;
  }
  return values;
}

export type ShownChange = ImportRow['cambios'][number];

export function changesOfRow(definition: RecordDefinition, before: Values, after: Values): ShownChange[] {
  return Object.entries<Field>(definition.fields).flatMap(([campo, field]) => {
    if (same(before[campo], after[campo])) return [];
    const [antes, despues] = [before, after].map((values) => readValue(field, values[campo])) as [string, string];
    return [{ campo, titulo: labelOfKey(definition, campo), antes, despues }];
  });
}

/** What makes two rows the same record of a person. @param person her or his id or document */
export const identityOf = ({ key, identity }: RecordDefinition, person: string, values: Values): string =>
  JSON.stringify([key, person, ...identity.map((name) => identityPart(values[name]))]);

const identityPart = (value: Value | undefined) => (typeof value === 'string' ? foldText(value) : (value ?? null));
