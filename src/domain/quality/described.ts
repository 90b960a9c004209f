import { z } from 'zod';
import { MEASURES, SCORES, SPREAD_SCORES } from './counts.ts';

const whole = z.int();

const shareSchema = z.object({ n: whole, casos: whole, porcentaje: z.number() });
export type Share = z.output<typeof shareSchema>;

const eachOf = <K extends string, S extends z.ZodType>(keys: readonly K[], schema: S) =>
  z.object(Object.fromEntries(keys.map((key) => [key, schema])) as Record<K, S>);

const digits = z.object({
  n: whole,
  cuentas: z.array(whole),
  porcentajes: z.array(z.number()),
  /** Index of dissimilarity, in percent, and digit preference score; null without measures. */
  disimilitud: z.number().nullable(),
  preferencia: z.number().nullable(),
});
export type Digits = z.output<typeof digits>;

const spread = z.object({
  n: whole,
  desviacion: z.number(),
  asimetria: z.number().nullable(),
  curtosis: z.number().nullable(),
});
const spreads = eachOf(SPREAD_SCORES, spread.nullable());
export type Spreads = z.output<typeof spreads>;

const completeness = z.object({ ...eachOf(MEASURES, shareSchema).shape, puntajes: shareSchema });

/** What is described of at least 50 controls. */
const describedSchema = z.object({
  completitud: completeness,
  digitos: eachOf(MEASURES, digits),
  /** `senalado`: above 1 %. */
  improbables: eachOf(SCORES, z.object({ ...shareSchema.shape, senalado: z.boolean() })),
  distribucion: spreads,
  acortadas: shareSchema,
  iguales: eachOf(MEASURES, shareSchema),
  diasLlenos: whole,
});
export type Described = z.output<typeof describedSchema>;

/** With fewer controls chance decides too much, so that no figure is given. */
export const MIN_CONTROLS = 50;

/** The figures of a person or a place; null below {@link MIN_CONTROLS}, with the number of controls that are missing. */
export const measuringSchema = z.object({
  controles: z.int(),
  faltan: z.int(),
  cifras: describedSchema.nullable(),
  frases: z.array(z.string()),
});
export type Measuring = z.output<typeof measuringSchema>;

/** A larger share of implausible scores is pointed out: WHO and UNICEF (2019), chapter 3.1. */
export const IMPLAUSIBLE_SHARE = 0.01;

/** A person who measures more children on one day hardly has the time for each. */
export const FULL_DAY_CONTROLS = 30;
