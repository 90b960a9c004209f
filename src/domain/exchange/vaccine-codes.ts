import type { VaccineKey } from '../vaccines/vaccine-names.ts';
import type { WomenVaccineKey } from '../vaccines/women-vaccines.ts';

/** ATC of the WHO by IPS-ATC, CVX of the CDC by CDC-CVX (`field-codes.ts`). */
export interface VaccineCodes {
  readonly atc: string;
  readonly cvx?: string;
}

/**
 * Where the product is not recorded the codes are those of the group; no CVX code is certain for hexavalent, because 146 is of one product
 * and 132 only historical.
 */
export const VACCINE_CODES: Readonly<Record<VaccineKey, VaccineCodes>> = {
  hexavalente: { atc: 'J07CA09' },
  pentavalente: { atc: 'J07CA11', cvx: '198' },
  bcg: { atc: 'J07AN01', cvx: '19' },
  hb: { atc: 'J07BC01', cvx: '08' },
  rotavirus: { atc: 'J07BH', cvx: '122' },
  fipv: { atc: 'J07BF03', cvx: '10' },
  bopv: { atc: 'J07BF04', cvx: '178' },
  neumococo: { atc: 'J07AL02', cvx: '152' },
  influenza: { atc: 'J07BB', cvx: '88' },
  srp: { atc: 'J07BD52', cvx: '03' },
  fiebreAmarilla: { atc: 'J07BL01', cvx: '184' },
  varicela: { atc: 'J07BK01', cvx: '21' },
  dpt: { atc: 'J07AJ51', cvx: '01' },
};

export const WOMEN_VACCINE_CODES: Readonly<Record<WomenVaccineKey, VaccineCodes>> = {
  tdap: { atc: 'J07AJ52', cvx: '115' },
  influenza: { atc: 'J07BB', cvx: '88' },
  dt: { atc: 'J07AM51', cvx: '139' },
  hb: { atc: 'J07BC01', cvx: '45' },
};
