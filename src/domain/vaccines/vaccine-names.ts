import { foldText } from '../text.ts';

/**
 * The vaccines of the schedules: what they are called, and how an option list may write them (folded words, in sequence).
 * A combination stands before its parts: "Pentavalente (DPT-HB-Hib)" is no DPT.
 */
export const VACCINES = {
  hexavalente: { label: 'Hexavalente', aliases: ['hexavalente', 'dpt hb hib ipv'] },
  pentavalente: { label: 'Pentavalente', aliases: ['pentavalente', 'dpt hb hib'] },
  bcg: { label: 'BCG', aliases: ['bcg'] },
  hb: { label: 'HB recién nacido', aliases: ['hb', 'hepatitis b', 'antihepatitis b'] },
  rotavirus: { label: 'Rotavirus', aliases: ['rotavirus', 'rota'] },
  fipv: { label: 'fIPV', aliases: ['fipv', 'ipv'] },
  bopv: { label: 'bOPV', aliases: ['bopv', 'opv', 'polio oral'] },
  neumococo: { label: 'Neumococo conjugada', aliases: ['neumococo', 'neumococica', 'pcv', 'pcv10', 'pcv13'] },
  influenza: { label: 'Influenza pediátrica', aliases: ['influenza'] },
  srp: { label: 'SRP', aliases: ['srp', 'triple viral', 'sarampion rubeola paperas', 'sarampion rubeola parotiditis'] },
  fiebreAmarilla: { label: 'Fiebre amarilla', aliases: ['fiebre amarilla', 'antiamarilica', 'fa'] },
  varicela: { label: 'Varicela', aliases: ['varicela'] },
  dpt: { label: 'DPT', aliases: ['dpt'] },
} as const satisfies Record<string, { readonly label: string; readonly aliases: readonly string[] }>;

export type VaccineKey = keyof typeof VACCINES;

/** Words only, a blank on either side: "D.P.T.-HB" is " dpt hb ". */
function words(name: string): string {
  const bare = foldText(name)
    .replaceAll('.', '')
    .replace(/[^a-z0-9]+/g, ' ');
  return ` ${bare.trim()} `;
}

/** Names come from option lists: the same few are asked about again and again. */
const known = new Map<string, VaccineKey | undefined>();
const MOST_KNOWN = 500;

/** The vaccine that a recorded name means, whatever its case, accents and punctuation; undefined when it is none of the schedules'. */
export function vaccineOf(name: string): VaccineKey | undefined {
  if (known.has(name)) return known.get(name);
  const written = words(name);
  const vaccine = (Object.keys(VACCINES) as VaccineKey[]).find((key) =>
    VACCINES[key].aliases.some((alias) => written.includes(` ${alias} `)),
  );
  // Records may hold any text: names that come once do not keep out those of the lists.
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(name, vaccine);
  return vaccine;
}
