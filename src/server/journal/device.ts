import Bowser from 'bowser';

const UNKNOWN = 'Equipo desconocido';
const LONGEST = 512;
const MAX_ENTRIES = 500;

const cache = new Map<string, string>();

function nameOf(agent: string): string {
  const { browser, os } = Bowser.parse(agent);
  return [browser.name, os.name].filter(Boolean).join(' en ') || UNKNOWN;
}

/** The browser and system of a `User-Agent`, as people call them: "Chrome en Android". */
export function deviceName(agent: string | undefined): string {
  if (!agent) return UNKNOWN;
  const short = agent.slice(0, LONGEST);
  const cached = cache.get(short);
  if (cached !== undefined) return cached;
  const name = nameOf(short).slice(0, 80);
  // Bounds the cache, whatever clients send.
  if (cache.size >= MAX_ENTRIES) cache.clear();
  cache.set(short, name);
  return name;
}
