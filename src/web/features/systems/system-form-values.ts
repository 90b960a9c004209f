import type { StoredSystem } from '#domain/calls/systems.ts';
import { SYSTEM_FIELDS, systemSchema } from '#domain/exchange/system-fields.ts';
import { emptyValue, type Fields, type Values } from '#domain/fields/index.ts';
import { problemsOf } from '#domain/records/define-record.ts';
import { placeOfValue, placeValue } from './system-words.ts';

/** The fields of the form that have an input of their kind; scopes and places are lists. */
export const FORM_FIELDS = {
  ...SYSTEM_FIELDS,
  llaves: {
    kind: 'text',
    label: 'Claves públicas (JWKS)',
    required: true,
    multiline: true,
    hint: 'Pega el documento que te da quien integra el otro sistema: RSA de 2048 bits o más (RS384), o P-384 (ES384). Nunca su clave privada.',
  },
  pais: { kind: 'flag', label: 'Ve todo el país', default: false },
} as const satisfies Fields;

export interface FormValues {
  readonly single: Values;
  readonly alcances: readonly string[];
  readonly lugares: readonly string[];
}

/** What the form begins with; a new system sees nothing until somebody chooses. */
export function startOf(system: StoredSystem | undefined): FormValues {
  if (!system) {
    const empty = Object.entries(FORM_FIELDS).map(([name, field]) => [name, emptyValue(field)]);
    return { single: Object.fromEntries(empty), alcances: [], lugares: [] };
  }
  const { nombre, hasta, llaves, alcances, lugares } = system;
  return {
    single: { nombre, hasta, llaves, pais: lugares === null },
    alcances,
    lugares: lugares?.map(placeValue) ?? [],
  };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export const isChanged = (now: FormValues, start: FormValues): boolean => !isSame(now, start);

/** What was typed, on what another administrator saved meanwhile: only what was changed here stays. */
export function rebased(typed: FormValues, start: FormValues, current: FormValues): FormValues {
  const single = Object.entries(current.single).map(([name, value]) => {
    const own = typed.single[name] ?? null;
    return [name, own === start.single[name] ? value : own];
  });
  return {
    single: Object.fromEntries(single),
    alcances: isSame(typed.alcances, start.alcances) ? current.alcances : typed.alcances,
    lugares: isSame(typed.lugares, start.lugares) ? current.lugares : typed.lugares,
  };
}

export function checkedSystem({ single, alcances, lugares }: FormValues) {
  const { pais, ...values } = single;
  const sent = { ...values, alcances, lugares: pais ? null : lugares.map(placeOfValue) };
  const { data, error } = systemSchema.safeParse(sent);
  return error ? { values: null, problems: problemsOf(error) } : { values: data, problems: null };
}
