import type { Search } from '#domain/exchange/search-query.ts';

/** Parameters that may identify a person: an erasure of the person would not reach their values in the journal. */
const IDENTIFYING: ReadonlySet<string> = new Set(['identifier', 'name', 'birthdate', '_id']);

/** A search as the journal has it. */
export function searchDetails({ type, used }: Search, rows: number): Record<string, string> {
  const shown = used
    .filter(([name]) => name !== '_format' && name !== '_pretty')
    .map(([name, value]) => `${name}=${IDENTIFYING.has(name.split(':')[0] ?? '') ? '…' : value.slice(0, 200)}`);
  return { tipo: type, filas: String(rows), ...(shown.length > 0 && { q: shown.join('&') }) };
}
