import type { ResultPage } from '#web/lib/api-client.ts';

interface CountResult {
  data: ResultPage<unknown> | undefined;
  error: unknown;
}

/** The line under a list's title. @param narrowed whether the rows are search results. @param count formats the total: "1.284 usuarios registrados" */
export function countLine({ data, error }: CountResult, narrowed: boolean, count: (total: string) => string): string {
  if (!data) return error ? '' : 'Cargando…';
  const total = `${data.isMinimum ? 'más de ' : ''}${data.total.toLocaleString('es-EC')}`;
  if (!narrowed) return count(total);
  return data.total === 1 && !data.isMinimum ? '1 resultado' : `${total} resultados`;
}
