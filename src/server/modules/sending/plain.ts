import { invalid } from './perform.ts';

/** What forms send is a list in an object at most; deeper things are nobody's. */
const DEEPEST = 8;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** @throws AppError invalid when something is nested deeper than anything that forms send */
export function requireShallow(content: unknown, path: string): void {
  let level = [content].filter(isObject);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) throw invalid(path, 'Tiene demasiados niveles');
    level = level.flatMap((value) => Object.values<unknown>(value).filter(isObject));
  }
}

/** What of a text, or the name of a field, jsonb refuses: half of a character, and NUL. */
const storableText = (text: string) => Buffer.from(text).toString().replaceAll('\0', '');

/** As jsonb takes it; nothing that people write is lost. */
export function storable(content: unknown): unknown {
  if (typeof content === 'string') return storableText(content);
  if (Array.isArray(content)) return content.map(storable);
  if (!isObject(content)) return content;
  return Object.fromEntries(Object.entries(content).map(([name, value]) => [storableText(name), storable(value)]));
}
