import type { UseQueryResult } from '@tanstack/react-query';
import { ApiError, errorReference, isNotFound, NetworkError } from './api-errors.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      what: string | readonly string[];
    };
  }
}

export const loadFailed = (what: string) => `Error al cargar ${what}. Por favor, inténtalo de nuevo.`;

function circumstances(error: ApiError | NetworkError): string {
  if (error instanceof NetworkError) return 'sin respuesta';
  const reference = errorReference(error);
  return `estado ${error.status}${reference ? `, referencia ${reference}` : ''}`;
}

/** The request and the answer are not logged because they may name people. */
export function logLoadFailure(what: string | readonly string[], error: unknown): void {
  if (isNotFound(error)) return;
  const sentences = [what].flat().map(loadFailed).join(' ');
  const isCallError = error instanceof ApiError || error instanceof NetworkError;
  if (isCallError) console.error(`${sentences} (${circumstances(error)})`);
  else console.error(sentences, error);
}

export const hasFailed = ({
  errorUpdatedAt,
  dataUpdatedAt,
}: Pick<UseQueryResult, 'errorUpdatedAt' | 'dataUpdatedAt'>) => errorUpdatedAt > dataUpdatedAt;
