import { dbFault } from './db-errors.ts';

/** What may be logged of an error: messages and parameters of database errors hold what people typed, so they are left out. */
export function errorForLog(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const fault = dbFault(error);
  const { message, stack = '' } = error;
  const details = fault ?? ('params' in error ? { message: 'a query failed' } : { message });
  // The message precedes the frames, and its own lines may look like frames.
  const frames = stack.slice(stack.indexOf(message) + message.length).match(/^ +at .*$/gm) ?? [];
  return { type: error.name, ...details, stack: frames.map((frame) => frame.trim()) };
}
