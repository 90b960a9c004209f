import type { Dose } from './schedule.ts';
import type { VaccineKey } from './vaccine-names.ts';

/** Each vaccine with what it protects from, in words of the national calendar that families read. */
const FAMILY_NAMES: Record<VaccineKey, string> = {
  hexavalente: 'Hexavalente (difteria, tétanos, tos ferina, hepatitis B, Hib y polio)',
  pentavalente: 'Pentavalente (difteria, tétanos, tos ferina, hepatitis B y Hib)',
  bcg: 'BCG (formas graves de tuberculosis)',
  hb: 'Hepatitis B del recién nacido',
  rotavirus: 'Rotavirus (diarrea grave)',
  fipv: 'Polio inyectable',
  bopv: 'Polio en gotas',
  neumococo: 'Neumococo (neumonía y meningitis)',
  influenza: 'Influenza (gripe)',
  srp: 'SRP (sarampión, rubéola y paperas)',
  fiebreAmarilla: 'Fiebre amarilla',
  varicela: 'Varicela',
  dpt: 'DPT (difteria, tos ferina y tétanos)',
};

/** "Rotavirus (diarrea grave), 2.ª dosis": a family has no use for the brand of a vaccine. */
export const familyDoseName = ({ vaccine, text }: Pick<Dose, 'vaccine' | 'text'>): string =>
  `${FAMILY_NAMES[vaccine]}, ${text.replace(/ \(PCV\d+\)$/, '')}`;
