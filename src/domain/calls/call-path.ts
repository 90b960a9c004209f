// In a file of its own, because a client that only makes calls needs no schemas.
const PARAM = /:(\w+)/g;

export const paramNames = (path: string): string[] => [...path.matchAll(PARAM)].map(([, name = '']) => name);

export const addressOf = (path: string, params: Readonly<Record<string, string>> = {}): string =>
  path.replaceAll(PARAM, (_, name: string) => encodeURIComponent(params[name] ?? ''));
