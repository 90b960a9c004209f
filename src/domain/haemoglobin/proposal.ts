import { numberIn } from '../fields/derivations.ts';
import type { Derivation } from '../fields/index.ts';
import { showNumber } from '../fields/number.ts';
import { type AltitudeContext, altitudeAdjustment } from './altitude-adjustment.ts';

declare module '../fields/field.ts' {
  interface DerivationContext {
    readonly altitude?: AltitudeContext | undefined;
  }
}

/** `2.750 m`. */
export function showMetres(metres: number): string {
  return `${metres.toLocaleString('es-EC', { useGrouping: true })} m`;
}

const GRAMS_PER_LITRE = 10;
const shown = (value: number) => showNumber(value, Number(value.toFixed(1)) === value ? 1 : 2);

/** @param measured g/dl @returns g/dl with up to two decimals and an explanation; null if a value is missing or outside the table */
export function correctedHaemoglobin(
  measured: number | null,
  { metres, table }: AltitudeContext,
): { value: number; explained: string } | null {
  if (measured === null || metres === null) return null;
  const adjustment = altitudeAdjustment(table, metres);
  if (adjustment === null) return null;
  const value = Number((measured + adjustment / GRAMS_PER_LITRE).toFixed(2));
  const by = adjustment === 0 ? 'sin ajuste' : `− ${shown(-adjustment / GRAMS_PER_LITRE)}`;
  return {
    value,
    explained: `${shown(value)} (Hb ${shown(measured)} ${by} por ${showMetres(metres)}, tabla OMS ${table})`,
  };
}

export const altitudeCorrectionOf = (measured: string): Derivation => ({
  from: [measured],
  propose: (input) => {
    const { altitude } = input.surroundings ?? {};
    return altitude ? correctedHaemoglobin(numberIn(input, measured), altitude) : null;
  },
});
