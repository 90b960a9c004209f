import { COUNTED_AT_MOST } from '#domain/calls/counted-at-most.ts';
import type { Page } from '#web/lib/api-client.ts';

interface Counted {
  data: Page<unknown> | undefined;
  error: unknown;
}

/**
 * How many there are, for the line under a list's title.
 * @param narrowed whether something is searched: then they are results
 * @param count "1.284 niñas y niños registrados"
 */
export function countLine({ data, error }: Counted, narrowed: boolean, count: (total: string) => string): string {
  if (!data) return error ? '' : 'Cargando…';
  const total = data.total.toLocaleString('es-EC');
  if (!narrowed) return count(total);
  if (data.total === COUNTED_AT_MOST) return `${total} o más resultados`;
  return data.total === 1 ? '1 resultado' : `${total} resultados`;
}
