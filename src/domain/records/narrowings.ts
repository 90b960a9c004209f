import { UNSEEN_AFTER_DAYS } from '../follow-up/reasons.ts';

/** `estado`: the summary's status. `responsable`: the author's id. `mes`: `YYYY-MM` with a control. `situacion`: see {@link SITUATIONS}. */
export type Narrowing = 'estado' | 'responsable' | 'mes' | 'situacion';

/** Groups that reports count, with the label of the filtered list. */
export const SITUATIONS = {
  seguimiento: 'En seguimiento (hasta 24 meses)',
  sincontrol: `Sin control más de ${UNSEEN_AFTER_DAYS} días`,
  advertencias: 'Con registros guardados con advertencias',
  concontrol: 'Con algún control',
  sinnacimiento: 'Sin fecha de nacimiento',
  sinsexo: 'Sin sexo registrado',
  medidos: 'Con talla para la edad (OMS)',
  tallabaja: 'Talla baja para la edad (OMS)',
  tallasevera: 'Talla baja severa para la edad (OMS)',
} as const;
export type Situation = keyof typeof SITUATIONS;
export const SITUATION_KEYS = Object.keys(SITUATIONS) as Situation[];
