import Bowser from 'bowser';

const UNKNOWN = 'Equipo desconocido';
const LONGEST = 512;
const REMEMBERED = 500;

const remembered = new Map<string, string>();

function nameOf(agent: string): string {
  const { browser, os } = Bowser.parse(agent);
  return [browser.name, os.name].filter(Boolean).join(' en ') || UNKNOWN;
}

/** What people call the browser and system of a `User-Agent`: "Chrome en Android". */
export function deviceName(agent: string | undefined): string {
  if (!agent) return UNKNOWN;
  const short = agent.slice(0, LONGEST);
  const known = remembered.get(short);
  if (known !== undefined) return known;
  const name = nameOf(short).slice(0, 80);
  // Whoever sends ever new ones does not fill the memory.
  if (remembered.size >= REMEMBERED) remembered.clear();
  remembered.set(short, name);
  return name;
}
