import { foldText } from '../text.ts';

/** A vaccine with the folded words of option lists and records that name it. */
export interface NamedVaccine {
  readonly label: string;
  readonly aliases: readonly string[];
}

/**
 * Labels, and the folded words of option lists. A combination comes before its parts: "Pentavalente (DPT-HB-Hib)" is not DPT.
 * Their international codes: `exchange/vaccine-codes.ts`.
 */
export const VACCINES = {
  hexavalente: { label: 'Hexavalente', aliases: ['hexavalente', 'dpt hb hib ipv'] },
  pentavalente: {
    label: 'Pentavalente',
    aliases: ['pentavalente', 'dpt hb hib'],
  },
  bcg: { label: 'BCG', aliases: ['bcg'] },
  hb: {
    label: 'HB recién nacido',
    aliases: ['hb', 'hepatitis b', 'antihepatitis b'],
  },
  rotavirus: { label: 'Rotavirus', aliases: ['rotavirus', 'rota'] },
  fipv: { label: 'fIPV', aliases: ['fipv', 'ipv'] },
  bopv: { label: 'bOPV', aliases: ['bopv', 'opv', 'polio oral'] },
  neumococo: {
    label: 'Neumococo conjugada',
    aliases: ['neumococo', 'neumococica', 'pcv', 'pcv10', 'pcv13'],
  },
  influenza: { label: 'Influenza pediátrica', aliases: ['influenza'] },
  srp: {
    label: 'SRP',
    aliases: ['srp', 'triple viral', 'sarampion rubeola paperas', 'sarampion rubeola parotiditis'],
  },
  fiebreAmarilla: {
    label: 'Fiebre amarilla',
    aliases: ['fiebre amarilla', 'antiamarilica', 'fa'],
  },
  varicela: { label: 'Varicela', aliases: ['varicela'] },
  dpt: { label: 'DPT', aliases: ['dpt'] },
} as const satisfies Record<string, NamedVaccine>;

export type VaccineKey = keyof typeof VACCINES;

/** Words with a blank on either side: "D.P.T.-HB" is " dpt hb ". */
function words(name: string): string {
  const bare = foldText(name)
    .replaceAll('.', '')
    .replace(/[^a-z0-9]+/g, ' ');
  return ` ${bare.trim()} `;
}

const cache = new Map<string, VaccineKey | undefined>();
const MAX_CACHED = 500;

/** The vaccine of a recorded name, whatever its case, accents and punctuation; undefined if no schedule has it. */
export function vaccineOf(name: string): VaccineKey | undefined {
  if (cache.has(name)) return cache.get(name);
  const written = words(name);
  const vaccine = (Object.keys(VACCINES) as VaccineKey[]).find((key) =>
    VACCINES[key].aliases.some((alias) => written.includes(` ${alias} `)),
  );
  // Records may have any text, so rare names must not fill the cache.
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(name, vaccine);
  return vaccine;
}
