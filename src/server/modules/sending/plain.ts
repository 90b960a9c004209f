const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** What of a text, or the name of a field, jsonb refuses: half of a character, and NUL. */
const storableText = (text: string) => Buffer.from(text).toString().replaceAll('\0', '');

/** As jsonb takes it; nothing that people write is lost. */
export function storable(content: unknown): unknown {
  if (typeof content === 'string') return storableText(content);
  if (Array.isArray(content)) return content.map(storable);
  if (!isObject(content)) return content;
  return Object.fromEntries(Object.entries(content).map(([name, value]) => [storableText(name), storable(value)]));
}
