import { foldText } from '../text.ts';

/** A vaccine with the folded words of option lists and records that name it. */
export interface NamedVaccine {
  readonly label: string;
  readonly aliases: readonly string[];
  /** ATC of the WHO, CVX of the CDC. */
  readonly codes: { readonly atc: string; readonly cvx?: string };
}

/**
 * Labels, and the folded words of option lists. A combination comes before its parts: "Pentavalente (DPT-HB-Hib)" is not DPT.
 * Codes: ATC by IPS-ATC, CVX by CDC-CVX (fields/codes.ts). Where the product is not recorded they are those of the group; no CVX code is certain
 * for hexavalent, because 146 is of one product and 132 only historical.
 */
export const VACCINES = {
  hexavalente: { label: 'Hexavalente', aliases: ['hexavalente', 'dpt hb hib ipv'], codes: { atc: 'J07CA09' } },
  pentavalente: {
    label: 'Pentavalente',
    aliases: ['pentavalente', 'dpt hb hib'],
    codes: { atc: 'J07CA11', cvx: '198' },
  },
  bcg: { label: 'BCG', aliases: ['bcg'], codes: { atc: 'J07AN01', cvx: '19' } },
  hb: {
    label: 'HB recién nacido',
    aliases: ['hb', 'hepatitis b', 'antihepatitis b'],
    codes: { atc: 'J07BC01', cvx: '08' },
  },
  rotavirus: { label: 'Rotavirus', aliases: ['rotavirus', 'rota'], codes: { atc: 'J07BH', cvx: '122' } },
  fipv: { label: 'fIPV', aliases: ['fipv', 'ipv'], codes: { atc: 'J07BF03', cvx: '10' } },
  bopv: { label: 'bOPV', aliases: ['bopv', 'opv', 'polio oral'], codes: { atc: 'J07BF04', cvx: '178' } },
  neumococo: {
    label: 'Neumococo conjugada',
    aliases: ['neumococo', 'neumococica', 'pcv', 'pcv10', 'pcv13'],
    codes: { atc: 'J07AL02', cvx: '152' },
  },
  influenza: { label: 'Influenza pediátrica', aliases: ['influenza'], codes: { atc: 'J07BB', cvx: '88' } },
  srp: {
    label: 'SRP',
    aliases: ['srp', 'triple viral', 'sarampion rubeola paperas', 'sarampion rubeola parotiditis'],
    codes: { atc: 'J07BD52', cvx: '03' },
  },
  fiebreAmarilla: {
    label: 'Fiebre amarilla',
    aliases: ['fiebre amarilla', 'antiamarilica', 'fa'],
    codes: { atc: 'J07BL01', cvx: '184' },
  },
  varicela: { label: 'Varicela', aliases: ['varicela'], codes: { atc: 'J07BK01', cvx: '21' } },
  dpt: { label: 'DPT', aliases: ['dpt'], codes: { atc: 'J07AJ51', cvx: '01' } },
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
