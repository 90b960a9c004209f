/**
 * The shapes of hostile bodies, shared by the matrix of attacks and the fuzzer. They stand in braces and are written out when a
 * request is sent, so that a case that is kept stays short: `{{keys.100000}}`, `{{deep.5000}}`, `{{long.1000000}}`.
 */
export const DEEP = '{{deep.5000}}';
export const MEGABYTE = '{{long.1000000}}';

/** @returns so many members of an object, as JSON without its braces; 100,000 of them stay below 1 MB */
export const keys = (count: number): string =>
  Array.from({ length: count }, (_, at) => `"${at.toString(36)}":1`).join();

/** @returns an object within an object, so many times, as JSON */
export const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

/** Replaces the JSON that stands at a place of a body. */
export type Replace = string | ((json: string) => string);

/** @returns an object as JSON, with so many keys before its own */
export const crowded =
  (count: number): Replace =>
  (json) =>
    `{{{keys.${count}}}${json === '{}' ? '' : ','}${json.slice(1)}`;

const KINDS = {
  any: () => true,
  object: (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
  text: (value: unknown) => typeof value === 'string',
};

/** @returns the JSON pointers of all places of a body at which a value of this kind stands, the whole body (`''`) first */
export function placesOf(value: unknown, kind: keyof typeof KINDS, at = ''): string[] {
  const own = KINDS[kind](value) ? [at] : [];
  if (typeof value !== 'object' || value === null) return own;
  return [...own, ...Object.entries(value).flatMap(([name, inside]) => placesOf(inside, kind, `${at}/${name}`))];
}

/** @returns the body as JSON, with what is given for the JSON at some places: so it can hold what no value of JavaScript is */
export function written(value: unknown, changed: Readonly<Record<string, Replace>>, at = ''): string {
  const whole = (): string => {
    if (Array.isArray(value)) return `[${value.map((item, index) => written(item, changed, `${at}/${index}`)).join()}]`;
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    const members = Object.entries(value).map(
      ([name, inside]) => `${JSON.stringify(name)}:${written(inside, changed, `${at}/${name}`)}`,
    );
    return `{${members.join()}}`;
  };
  const instead = changed[at];
  if (instead === undefined) return whole();
  return typeof instead === 'string' ? instead : instead(whole());
}
