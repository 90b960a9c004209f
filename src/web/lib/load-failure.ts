import type { UseQueryResult } from '@tanstack/react-query';
import { ApiError, errorReference, isGone, NetworkError } from './api-errors.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** What is loaded, as {@link loadFailed} names it; several things, when one answer brings them. */
      what: string | readonly string[];
    };
  }
}

/** The sentence of what could not be loaded (specification, section 8): on the lists that say so, and in the console. */
export const loadFailed = (what: string) => `Error al cargar ${what}. Por favor, inténtalo de nuevo.`;

function circumstances(error: ApiError | NetworkError): string {
  if (error instanceof NetworkError) return 'sin respuesta';
  const reference = errorReference(error);
  return `estado ${error.status}${reference ? `, referencia ${reference}` : ''}`;
}

/** Tells the console alone. What was asked for and what the server wrote may name people: neither goes along. */
export function logLoadFailure(what: string | readonly string[], error: unknown): void {
  if (isGone(error)) return;
  const sentences = [what].flat().map(loadFailed).join(' ');
  const known = error instanceof ApiError || error instanceof NetworkError;
  if (known) console.error(`${sentences} (${circumstances(error)})`);
  else console.error(sentences, error);
}

/** Whether the last answer was a failure; it stays one while the same is asked for again. */
export const hasFailed = ({
  errorUpdatedAt,
  dataUpdatedAt,
}: Pick<UseQueryResult, 'errorUpdatedAt' | 'dataUpdatedAt'>) => errorUpdatedAt > dataUpdatedAt;
