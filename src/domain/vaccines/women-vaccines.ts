import { foldText } from '../text.ts';
import type { NamedVaccine } from './vaccine-names.ts';

/** The vaccines of women; aliases are folded parts of a text. The one with pertussis comes before dT, whose words it contains. */
export const WOMEN_VACCINES = {
  tdap: {
    label: 'Tdap (tos ferina, difteria y tétanos)',
    aliases: ['tdap', 'tos ferina'],
  },
  influenza: { label: 'Influenza estacional', aliases: ['influenza'] },
  dt: {
    label: 'dT (difteria y tétanos)',
    aliases: ['difteria y tetanos', 'dt adulto'],
  },
  hb: { label: 'Hepatitis B', aliases: ['hepatitis b', 'hb adulto'] },
} as const satisfies Record<string, NamedVaccine>;

export type WomenVaccineKey = keyof typeof WOMEN_VACCINES;
const KEYS = Object.keys(WOMEN_VACCINES) as WomenVaccineKey[];

/** Whether a text of an option list or a record names the vaccine. */
export function namesVaccine({ aliases }: Pick<NamedVaccine, 'aliases'>, text: unknown): boolean {
  const folded = foldText(String(text ?? ''));
  return aliases.some((alias) => folded.includes(alias));
}

/** The vaccine that a record's type names, or else its name; undefined for another one. */
export const womenVaccineOf = (tipo: unknown, nombre: unknown): WomenVaccineKey | undefined =>
  [tipo, nombre].flatMap((text) => KEYS.filter((key) => namesVaccine(WOMEN_VACCINES[key], text)))[0];
