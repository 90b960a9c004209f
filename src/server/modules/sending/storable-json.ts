const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Replaces lone surrogates and removes NUL, which jsonb refuses. */
const storableText = (text: string) => Buffer.from(text).toString().replaceAll('\0', '');

export function storableJson(content: unknown): unknown {
  if (typeof content === 'string') return storableText(content);
  if (Array.isArray(content)) return content.map(storableJson);
  if (!isObject(content)) return content;
  return Object.fromEntries(Object.entries(content).map(([name, value]) => [storableText(name), storableJson(value)]));
}
