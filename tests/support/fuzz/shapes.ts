/**
 * Shapes of hostile bodies, shared by attack table and fuzzer. Placeholders such as `{{keys.100000}}`, `{{deep.5000}}` and `{{long.1000000}}` are
 * expanded when a request is sent, so that stored cases stay short.
 */
export const DEEP = '{{deep.5000}}';
export const MEGABYTE = '{{long.1000000}}';

/** @returns members of an object as JSON without braces; 100,000 of them are less than 1 MB */
export const keys = (count: number): string =>
  Array.from({ length: count }, (_, at) => `"${at.toString(36)}":1`).join();

/** @returns nested objects as JSON */
export const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

/** A replacement for the JSON at one place of a body. */
export type Replace = string | ((json: string) => string);

/** @returns an object as JSON with additional keys before its own */
export const withManyKeys =
  (count: number): Replace =>
  (json) =>
    `{{{keys.${count}}}${json === '{}' ? '' : ','}${json.slice(1)}`;

const KINDS = {
  any: () => true,
  object: (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
  text: (value: unknown) => typeof value === 'string',
};

/** @returns JSON pointers of all values of this kind, the whole body (`''`) first */
export function placesOf(value: unknown, kind: keyof typeof KINDS, at = ''): string[] {
  const own = KINDS[kind](value) ? [at] : [];
  if (typeof value !== 'object' || value === null) return own;
  return [...own, ...Object.entries(value).flatMap(([name, inside]) => placesOf(inside, kind, `${at}/${name}`))];
}

/** @returns the body as JSON with replacements, which need not be representable in JavaScript */
export function toJsonWith(value: unknown, changed: Readonly<Record<string, Replace>>, at = ''): string {
  const whole = (): string => {
    if (Array.isArray(value))
      return `[${value.map((item, index) => toJsonWith(item, changed, `${at}/${index}`)).join()}]`;
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    const members = Object.entries(value).map(
      ([name, inside]) => `${JSON.stringify(name)}:${toJsonWith(inside, changed, `${at}/${name}`)}`,
    );
    return `{${members.join()}}`;
  };
  const instead = changed[at];
  if (instead === undefined) return whole();
  return typeof instead === 'string' ? instead : instead(whole());
}
