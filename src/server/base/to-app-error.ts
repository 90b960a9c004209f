import { AppError, type ErrorCode } from '#domain/errors.ts';
import { dbFault, isDiskFull, isUnavailable } from './db-errors.ts';

const FRAMEWORK: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'tooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'mediaType',
  FST_ERR_NOT_FOUND: 'notFound',
  FST_ERR_BAD_URL: 'notFound',
  FST_ERR_MAX_PARAM_LENGTH: 'notFound',
};

/** The error that answers a failure of a handler, the framework or the database. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code, statusCode } = error as { readonly code?: string; readonly statusCode?: number };
  const frameworkCode = code === undefined ? undefined : FRAMEWORK[code];
  if (frameworkCode) return new AppError(frameworkCode);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new AppError(statusCode === 413 ? 'tooLarge' : statusCode === 404 ? 'notFound' : 'malformed');
  const fault = dbFault(error);
  if (fault && isDiskFull(fault)) return new AppError('noSpace');
  return new AppError(fault && isUnavailable(fault) ? 'unavailable' : 'internal');
}
