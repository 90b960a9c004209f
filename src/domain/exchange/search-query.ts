import { FhirError, invalidParameter } from './outcome.ts';
import {
  type AnyResource,
  includesOf,
  type SearchedType,
  type SearchParameter,
  searchParametersOf,
} from './search-parameters.ts';
import {
  alternatives,
  type DateValue,
  isString,
  isToken,
  isWithinDate,
  parseDate,
  parseString,
  parseToken,
  type StringModifier,
  type StringValue,
  type TokenValue,
} from './search-value.ts';

const DEFAULT_COUNT = 50;
export const MAX_COUNT = 200;
/** Of all parameters together, in characters: their page cursor must fit into an address. */
const MAX_QUERY = 4_000;
const MAX_PARAMETERS = 30;
const MAX_ALTERNATIVES = 100;

export type Pair = readonly [name: string, value: string];

export type MatchedValue =
  | { readonly kind: 'token'; readonly value: TokenValue }
  | { readonly kind: 'string'; readonly value: StringValue }
  | { readonly kind: 'date'; readonly value: DateValue }
  | { readonly kind: 'reference' | 'uri'; readonly value: string };

/** A parameter of a search: one of its values must match. */
export interface Narrowing {
  readonly name: string;
  readonly parameter: SearchParameter;
  readonly values: readonly MatchedValue[];
}

export interface Search {
  readonly type: SearchedType;
  /** All must match. */
  readonly narrowings: readonly Narrowing[];
  readonly count: number;
  /** Whether only the number of resources is wanted. */
  readonly isCount: boolean;
  readonly includesPatient: boolean;
  /** What was understood, as the link `self` repeats it. */
  readonly used: readonly Pair[];
}

interface SearchOptions {
  /** Whether unknown parameters are refused (`Prefer: handling=strict`). */
  readonly strict: boolean;
  /** The address of the server, which references may begin with. */
  readonly base: string;
}

const referenceOf = (text: string, base: string) => (text.startsWith(`${base}/`) ? text.slice(base.length + 1) : text);

/** A reference without a type means every type that the parameter may name. */
const isReference = (given: string, wanted: string): boolean =>
  given === wanted || (!wanted.includes('/') && given.endsWith(`/${wanted}`));

function parseValue(
  name: string,
  kind: SearchParameter['kind'],
  modifier: string,
  text: string,
  base: string,
): MatchedValue {
  switch (kind) {
    case 'token':
      return { kind, value: parseToken(name, text) };
    case 'date':
      return { kind, value: parseDate(name, text) };
    case 'string':
      // Checked by `requireModifier`.
      return { kind, value: parseString(name, modifier as StringModifier, text) };
    case 'reference':
      return { kind, value: referenceOf(text, base) };
    case 'uri':
      return { kind, value: text };
  }
}

function isMatch(parameter: SearchParameter, wanted: MatchedValue, resource: AnyResource): boolean {
  if (parameter.kind === 'token' && wanted.kind === 'token')
    return parameter.of(resource).some((one) => isToken(one, wanted.value));
  if (parameter.kind === 'string' && wanted.kind === 'string')
    return parameter.of(resource).some((one) => isString(one, wanted.value));
  if (parameter.kind === 'date' && wanted.kind === 'date')
    return parameter.of(resource).some((one) => isWithinDate(one, wanted.value));
  if (parameter.kind === 'reference' && wanted.kind === 'reference')
    return parameter.of(resource).some((one) => isReference(one, wanted.value));
  return parameter.kind === 'uri' && wanted.kind === 'uri' && parameter.of(resource).includes(wanted.value);
}

export const isSearched = ({ narrowings }: Pick<Search, 'narrowings'>, resource: AnyResource): boolean =>
  narrowings.every(({ parameter, values }) => values.some((value) => isMatch(parameter, value, resource)));

const MODIFIERS: Readonly<Record<string, readonly string[]>> = { string: ['exact', 'contains'] };

function requireModifier(name: string, kind: string, modifier: string): void {
  if (modifier !== '' && !MODIFIERS[kind]?.includes(modifier))
    throw new FhirError(400, 'not-supported', `El parámetro ${name} no admite «:${modifier.slice(0, 50)}».`);
}

/** @returns undefined if the type has no such parameter @throws FhirError for a chain, since an answer without it would be for another question */
function narrowingOf(type: SearchedType, [written, text]: Pair, base: string): Narrowing | undefined {
  const [full = '', modifier = '', ...more] = written.split(':');
  const [name = '', ...chain] = full.split('.');
  const parameters = searchParametersOf(type);
  const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  const isChained = chain.length > 0 || more.length > 0 || modifier.includes('.') || name === '_has';
  if (isChained)
    throw new FhirError(400, 'not-supported', `El parámetro ${name.slice(0, 50)} no admite búsquedas encadenadas.`);
  if (!parameter) return undefined;
  requireModifier(name, parameter.kind, modifier);
  const texts = alternatives(text);
  if (texts.length > MAX_ALTERNATIVES) throw invalidParameter(`${name}: como mucho ${MAX_ALTERNATIVES} valores.`);
  return { name, parameter, values: texts.map((one) => parseValue(name, parameter.kind, modifier, one, base)) };
}

const UNREADABLE = /[\p{Cc}\p{Cs}\uFFFD]/u;

/** @throws FhirError for more parameters or characters than a search may have */
export function requireBoundedQuery(pairs: readonly Pair[]): void {
  const length = pairs.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (pairs.length > MAX_PARAMETERS || length > MAX_QUERY)
    throw new FhirError(400, 'too-long', `La búsqueda admite ${MAX_PARAMETERS} parámetros y ${MAX_QUERY} caracteres.`);
  if (pairs.some(([name, value]) => UNREADABLE.test(name) || UNREADABLE.test(value)))
    throw invalidParameter('La búsqueda tiene caracteres que no se pueden leer.');
}

/** Parses `_count`. @returns at most MAX_COUNT @throws FhirError for anything but a whole number of at least `least` */
export function parseCount(text: string, least: 0 | 1): number {
  if (!/^\d+$/.test(text) || Number(text) < least)
    throw invalidParameter(`_count debe ser un número entero${least > 0 ? ` desde ${least}` : ''}.`);
  return Math.min(Number(text), MAX_COUNT);
}

interface Controls {
  count: number;
  isCount: boolean;
  includesPatient: boolean;
}

/** Sets what a parameter of the result says. @returns false if it is not known */
function applyControl(type: SearchedType, [name, value]: Pair, controls: Controls): boolean {
  if (name === '_format' || name === '_pretty') return true;
  if (name === '_count') {
    controls.count = parseCount(value, 0);
    return true;
  }
  if (name === '_summary' && (value === 'count' || value === 'false')) {
    controls.isCount = value === 'count';
    return true;
  }
  const [from, parameter, target = 'Patient', ...more] = value.split(':');
  if (name !== '_include' || target !== 'Patient' || more.length > 0) return false;
  if (!includesOf(type).includes(`${from}:${parameter}`)) return false;
  controls.includesPatient = true;
  return true;
}

/** The link `self` has the number of resources that a page really holds. */
const asUsed = (pair: Pair, { count }: Controls): Pair => (pair[0] === '_count' ? ['_count', String(count)] : pair);

const ONLY_ONCE = ['_count', '_summary', '_format'];

/**
 * Parses the parameters of a search. A repeated one narrows further; unknown and empty ones are left out.
 * @throws FhirError for values that cannot be read, too many of them, and, if strict, unknown parameters
 */
export function parseSearch(type: SearchedType, pairs: readonly Pair[], { strict, base }: SearchOptions): Search {
  requireBoundedQuery(pairs);
  const controls: Controls = { count: DEFAULT_COUNT, isCount: false, includesPatient: false };
  const [narrowings, used]: [Narrowing[], Pair[]] = [[], []];
  for (const pair of pairs) {
    const [name, value] = pair;
    if (ONLY_ONCE.includes(name) && used.some(([other]) => other === name))
      throw invalidParameter(`${name} se puede dar una sola vez.`);
    const narrowing = value === '' ? undefined : narrowingOf(type, pair, base);
    if (narrowing) narrowings.push(narrowing);
    if (narrowing || (value !== '' && applyControl(type, pair, controls))) used.push(asUsed(pair, controls));
    else if (strict)
      throw new FhirError(
        400,
        'not-supported',
        `La búsqueda de ${type} no conoce ${name.slice(0, 100)}=${value.slice(0, 100)}.`,
      );
  }
  // A page of no resources asks for their number.
  return { type, narrowings, used, ...controls, isCount: controls.isCount || controls.count === 0 };
}
