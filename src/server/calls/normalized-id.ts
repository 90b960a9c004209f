import { AppError } from '#domain/errors.ts';
import { UUID } from '#domain/uuid.ts';

/** @throws AppError notFound for a malformed id */
export function normalizedId(id: string): string {
  if (!UUID.test(id)) throw new AppError('notFound');
  return id.toLowerCase();
}
