import { UUID } from '#domain/calls/ids.ts';
import { AppError } from '#domain/errors.ts';

/** @throws AppError notFound: a malformed id is an unknown one. */
export function knownId(id: string): string {
  if (!UUID.test(id)) throw new AppError('notFound');
  return id.toLowerCase();
}
