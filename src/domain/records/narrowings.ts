import { UNSEEN_AFTER_DAYS } from '../follow-up/visits.ts';

/**
 * What a list of people can be narrowed by that is not a field. `estado`: the status stored with the child. `responsable`: the id of
 * the account that recorded the person. `mes`: a month `YYYY-MM` with a control of the child. `situacion`: one of {@link SITUATIONS}.
 */
export type Narrowing = 'estado' | 'responsable' | 'mes' | 'situacion';

/** What reports count children by, beside their fields, and how a list says that it shows only those. */
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
