import { dbFault } from './db-errors.ts';

/**
 * What the log gets of an error: everything except values. A database error's message, detail and parameters hold
 * what people typed, so only its code, its constraint and where in the code it happened are kept.
 */
export function errorForLog(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const fault = dbFault(error);
  const { message, stack = '' } = error;
  const said = fault ?? ('params' in error ? { message: 'a query failed' } : { message });
  // The message stands before the frames, and its own lines may look like frames.
  const frames = stack.slice(stack.indexOf(message) + message.length).match(/^ +at .*$/gm) ?? [];
  return { type: error.name, ...said, stack: frames.map((frame) => frame.trim()) };
}
