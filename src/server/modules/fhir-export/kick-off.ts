import { isCalendarDate } from '#domain/calendar.ts';
import { AppError, type FieldProblem } from '#domain/errors.ts';
import { isResourceType, RESOURCE_TYPES, type ResourceType } from '#domain/exchange/resource-types.ts';
import { allows } from '#domain/exchange/scopes.ts';

/** The parameters of a request, by name; one may be repeated. */
export type SentParameters = ReadonlyMap<string, readonly string[]>;

interface WantedExport {
  readonly tipos: ResourceType[];
  readonly desde: Date | null;
}

const MAX_PARAMETERS = 50;
const MAX_LENGTH = 1_000;

/** The formats of the output (Bulk Data Access 2.0, "Query Parameters"). */
const FORMATS = new Set(['application/fhir+ndjson', 'application/ndjson', 'ndjson']);

/** A FHIR instant. */
const INSTANT = /^(\d{4})-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

const refuse = (path: string, msg: string): never => {
  throw new AppError('invalid', { problems: [{ path, msg } satisfies FieldProblem] });
};

/** @returns whether the client takes part of what it asked for @throws AppError without `respond-async` */
export function isLenient(prefer: string | undefined): boolean {
  const wishes = new Set((prefer ?? '').split(/[,;]/).map((wish) => wish.trim().toLowerCase()));
  if (!wishes.has('respond-async'))
    refuse('Prefer', 'Una exportación se hace en segundo plano: envía la cabecera Prefer: respond-async.');
  return wishes.has('handling=lenient');
}

function onlyValue(name: string, values: readonly string[] | undefined): string | undefined {
  if (values && values.length > 1) refuse(name, `${name} se envía una sola vez.`);
  return values?.[0];
}

function sinceOf(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const [, year = '0'] = INSTANT.exec(text) ?? [];
  const since = new Date(text);
  if (Number.isNaN(since.getTime()) || Number(year) < 1900 || !isCalendarDate(text.slice(0, 10)))
    return refuse('_since', '_since debe ser un instante con zona horaria, como 2026-11-01T00:00:00-05:00.');
  return since;
}

function typesOf(values: readonly string[] | undefined, lenient: boolean): readonly ResourceType[] | null {
  if (values === undefined) return null;
  const names = values.flatMap((value) => value.split(',')).map((name) => name.trim());
  const unknown = names.find((name) => !isResourceType(name));
  const types = RESOURCE_TYPES.filter((type) => names.includes(type));
  if (types.length === 0 || (unknown !== undefined && !lenient))
    refuse('_type', `_type nombra tipos de recursos de este servidor: ${RESOURCE_TYPES.join(', ')}.`);
  return types;
}

const READ = new Set(['_outputFormat', '_since', '_type']);

/**
 * What is to be exported: the types that were asked for, or all that the scopes allow.
 * @throws AppError invalid, forbidden
 */
export function exportOf(sent: SentParameters, scopes: readonly string[], lenient: boolean): WantedExport {
  const all = [...sent];
  if (
    all.length > MAX_PARAMETERS ||
    all.some(([name, values]) => [name, ...values].some((text) => text.length > MAX_LENGTH))
  )
    refuse('', 'La petición tiene demasiados parámetros, o demasiado largos.');
  // A filter that is left out would give more than was asked for.
  const unread = all.find(([name]) => !READ.has(name));
  if (unread && !lenient) refuse(unread[0], `Este servidor no admite el parámetro ${unread[0]} en una exportación.`);
  const format = onlyValue('_outputFormat', sent.get('_outputFormat'));
  if (format !== undefined && !FORMATS.has(format))
    refuse('_outputFormat', 'Los archivos son NDJSON: application/fhir+ndjson.');
  const desde = sinceOf(onlyValue('_since', sent.get('_since')));
  const isAllowed = (type: ResourceType) => allows(scopes, type, 'r') && allows(scopes, type, 's');
  const wanted = typesOf(sent.get('_type'), lenient);
  const tipos = (wanted ?? RESOURCE_TYPES).filter(isAllowed);
  if (tipos.length === 0 || (wanted && tipos.length < wanted.length)) throw new AppError('forbidden');
  return { tipos, desde };
}

/** Plain values of a `Parameters` resource: `valueInstant`, `valueString`, `valueCode`. @throws AppError invalid */
export function parametersIn(body: unknown): SentParameters {
  const parameters = new Map<string, string[]>();
  if (body === undefined || body === null) return parameters;
  const { resourceType, parameter = [] } = body as { resourceType?: unknown; parameter?: unknown };
  if (resourceType !== 'Parameters' || !Array.isArray(parameter) || parameter.length > MAX_PARAMETERS)
    return refuse('', 'El cuerpo de una exportación es un recurso Parameters.');
  for (const one of parameter as unknown[]) {
    const { name, ...values } = (one ?? {}) as Record<string, unknown>;
    const [value] = Object.entries(values).flatMap(([key, content]) => (key.startsWith('value') ? [content] : []));
    if (typeof name !== 'string') return refuse('', 'Cada parámetro lleva su nombre.');
    // Values that are no text belong to parameters that this server does not read.
    parameters.set(name, [...(parameters.get(name) ?? []), typeof value === 'string' ? value : '']);
  }
  return parameters;
}

/** The parameters of an address. */
export function parametersOf(pairs: readonly (readonly [string, string])[]): SentParameters {
  const parameters = new Map<string, string[]>();
  for (const [name, value] of pairs) parameters.set(name, [...(parameters.get(name) ?? []), value]);
  return parameters;
}
