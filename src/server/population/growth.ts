import { ageBetween } from '#domain/calendar.ts';
import type { Values } from '#domain/fields/index.ts';
import { type Birth, daysOfAge, growthAge } from '#domain/growth/corrected-age.ts';
import { measureAt } from '#domain/growth/lms.ts';
import type { Lms, Standards, Table } from '#domain/growth/who/standards.ts';
import { RECORDS } from '#domain/records/index.ts';
import type { Random } from './random.ts';

const round = (value: number, decimals: number) => Number(value.toFixed(decimals));
const within = (value: number, { min, max }: { min: number; max: number }) => Math.min(max, Math.max(min, value));
const { peso, longitud, perimetro } = RECORDS.control.fields;

const MONTHS_OF_FALL = 20;

/** WHO z-scores that change little; length falls until one child in five is low for its age, as in surveys. @returns the control of a day */
export function growthOf(random: Random, child: Birth, { wfa, lhfa, hcfa }: Standards) {
  const length = -0.55 + 0.95 * random.normal();
  const fall = -0.035 + 0.03 * random.normal();
  const weight = 0.05 + 0.5 * random.normal() + (random.chance(0.05) ? 1.6 : 0) - (random.chance(0.04) ? 1.4 : 0);
  const head = -0.3 + 0.8 * random.normal();
  let last = { longitud: 0, perimetro: 0 };

  return (date: string): Values => {
    const age = growthAge(child, date);
    const days = (age && daysOfAge(age)) ?? 0;
    const { months } = ageBetween(child.birth ?? date, date);
    const at = (z: number, { rows }: Table) => measureAt(z, rows[days] as Lms);
    const z = length + fall * Math.min(months, MONTHS_OF_FALL);
    const measured = {
      peso: round(within(at(weight + 0.45 * z + 0.1 * random.normal(), wfa), peso), 2),
      // Children do not shrink.
      longitud: round(within(Math.max(at(z + 0.06 * random.normal(), lhfa), last.longitud), longitud), 1),
      perimetro: round(within(Math.max(at(head, hcfa), last.perimetro), perimetro), 1),
    };
    last = measured;
    return {
      fecha: date,
      edad: months,
      ...measured,
      lactmaterna: months < 12 || random.chance(0.4),
      otrasleches: random.chance(0.2),
      otrosalimento: months >= 6,
      micronutrientes: months >= 6 && random.chance(0.7),
      vitaminaA: months >= 6 && random.chance(0.4),
    };
  };
}
