// Apart from the declarations: whoever only makes a call needs no schemas.
const PARAM = /:(\w+)/g;

/** The parameters in a call's path, in their order. */
export const paramNames = (path: string): string[] => [...path.matchAll(PARAM)].map(([, name = '']) => name);

/** A path with these parameters in it. */
export const addressOf = (path: string, params: Readonly<Record<string, string>> = {}): string =>
  path.replaceAll(PARAM, (_, name: string) => encodeURIComponent(params[name] ?? ''));
