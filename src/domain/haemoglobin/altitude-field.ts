import { z } from 'zod';
import type { NumberField } from '../fields/index.ts';
import { numberSchema } from '../fields/number.ts';

export const ALTITUDE_FIELD = {
  kind: 'number',
  label: 'Altitud',
  unit: 'm',
  min: 0,
  max: 6000,
  decimals: 0,
  required: true,
} as const satisfies NumberField;

export const altitudeSchema = z.object({ altitud: numberSchema(ALTITUDE_FIELD).transform(Number) });
