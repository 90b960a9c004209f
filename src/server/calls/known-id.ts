import { AppError } from '#domain/errors.ts';
import { UUID } from '#domain/uuid.ts';

/** @throws AppError notFound: a malformed id is an unknown one. */
export function knownId(id: string): string {
  if (!UUID.test(id)) throw new AppError('notFound');
  return id.toLowerCase();
}
