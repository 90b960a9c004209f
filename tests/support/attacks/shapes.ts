/**
 * The shapes of hostile bodies, shared by the matrix of attacks and the fuzzer. They stand in braces and are written out when a
 * request is sent, so that a case that is kept stays short: `{{keys.100000}}`, `{{deep.5000}}`, `{{long.1000000}}`.
 */
export const MANY_KEYS = '{{keys.100000}}';
export const DEEP = '{{deep.5000}}';
export const MEGABYTE = '{{long.1000000}}';

/** @returns so many members of an object, as JSON without its braces; 100,000 of them stay below 1 MB */
export const keys = (count: number): string =>
  Array.from({ length: count }, (_, at) => `"${at.toString(36)}":1`).join();

/** @returns an object within an object, so many times, as JSON */
export const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

/** @returns the JSON pointers of all places of a body at which a value of this kind stands, the whole body first */
export function placesOf(value: unknown, kind: 'object' | 'text', at = ''): string[] {
  if (typeof value === 'string') return kind === 'text' ? [at] : [];
  if (typeof value !== 'object' || value === null) return [];
  const own = kind === 'object' && !Array.isArray(value) ? [at] : [];
  return [...own, ...Object.entries(value).flatMap(([name, inside]) => placesOf(inside, kind, `${at}/${name}`))];
}

/** @returns the body as JSON, with the text of `instead` for what stands at a place; `instead` gets what stood there */
export function written(value: unknown, place: string, instead: (json: string) => string, at = ''): string {
  const whole = (): string => {
    if (Array.isArray(value))
      return `[${value.map((item, index) => written(item, place, instead, `${at}/${index}`)).join()}]`;
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    const members = Object.entries(value).map(
      ([name, inside]) => `${JSON.stringify(name)}:${written(inside, place, instead, `${at}/${name}`)}`,
    );
    return `{${members.join()}}`;
  };
  return at === place ? instead(whole()) : whole();
}
