import { z } from 'zod';

/** Ages in days at a control, and which of them the WHO standards are compared at. */
export const growthAgeSchema = z.object({
  /** Since birth. */
  cronologica: z.int(),
  /** Since the expected date of birth: negative before it, null if the days of pregnancy are unknown. */
  corregida: z.int().nullable(),
  /** `ninguna`: before the expected date of birth, where the curves begin. */
  usada: z.enum(['cronologica', 'corregida', 'ninguna']),
});
export type GrowthAge = Readonly<z.output<typeof growthAgeSchema>>;
