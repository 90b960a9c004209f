import { z } from 'zod';
import { CATALOGS } from '../catalogs.ts';
import { RECORD_LIST } from '../records/index.ts';

/** What somebody did, by the word that the journal keeps; what a person reads of it. */
export const ACTIONS = {
  crear: 'Creó',
  editar: 'Editó',
  eliminar: 'Eliminó',
  restaurar: 'Restauró',
  traspasar: 'Traspasó',
  borrar: 'Borró para siempre',
  entregar: 'Entregó a supervisión',
  aceptar: 'Aceptó',
  cerrar: 'Cerró',
  ver: 'Abrió',
  pdf: 'Generó el PDF',
  exportar: 'Exportó',
  entrar: 'Inició sesión',
  rechazar: 'No pudo iniciar sesión',
  salir: 'Cerró sesión',
  clave: 'Cambió la contraseña',
} as const;

export type Action = keyof typeof ACTIONS;
export const ACTION_KEYS = Object.keys(ACTIONS) as Action[];

/** Those that change something; the others tell who was there and who saw what. */
export const CHANGES = [
  'crear',
  'editar',
  'eliminar',
  'restaurar',
  'traspasar',
  'borrar',
  'clave',
] as const satisfies Action[];

/** What is neither a record nor an option of a list. */
const OTHERS = {
  usuario: 'Usuario',
  rol: 'Rol',
  sesion: 'Sesión',
  altitud: 'Altitud de un cantón',
  equipo: 'Equipo',
  libreta: 'Libretas en un equipo',
  traspaso: 'Lista de traspasos',
  envio: 'Envío retenido',
  seguimiento: 'Lista de visitas',
  reportes: 'Reporte',
  auditoria: 'Auditoría',
} as const;

const PEOPLE = { mujer: 'Mujer', nino: 'Niño' } as const;

const records = RECORD_LIST.filter(({ parent }) => parent).map(({ key, titles }) => [key, titles.short]);
const catalogs = Object.values(CATALOGS).map(({ key, title }) => [key, title]);

/** What the journal tells of, by the word that it keeps; what a person reads of it. */
export const KINDS: Readonly<Record<string, string>> = {
  ...PEOPLE,
  ...Object.fromEntries([...records, ...catalogs]),
  ...OTHERS,
};
export const KIND_KEYS = Object.keys(KINDS);

/** Whose page can be opened, whose history can be read, and who can be restored. */
export const PERSON_KINDS = Object.keys(PEOPLE) as (keyof typeof PEOPLE)[];
export type PersonKind = (typeof PERSON_KINDS)[number];

type Content = Readonly<Record<string, unknown>>;

/** Under which an entry holds, by field, what somebody gave up who settled a conflict. */
const GIVEN_UP = 'descartado';

/** One field of a change: its values as they stood, whatever they were. */
export const fieldChangeSchema = z.object({
  campo: z.string(),
  antes: z.unknown(),
  despues: z.unknown(),
  /** Of a conflict: the value that was given up for the one that stands. */
  descartado: z.unknown().optional(),
});
export type FieldChange = z.output<typeof fieldChangeSchema>;

/** Of two contents what differs, each side by field name; and where something was given up, what stands instead. */
export function changedFields(before: Content, after: Content, givenUp?: Content): { before: Content; after: Content } {
  const isTold = (name: string) => before[name] !== after[name] || (givenUp && Object.hasOwn(givenUp, name));
  const told = Object.keys(after).filter(isTold);
  const only = (content: Content) => Object.fromEntries(told.map((name) => [name, content[name] ?? null]));
  return { before: only(before), after: withGivenUp(only(after), givenUp) };
}

/** The content of an entry with what was given up for it. */
export const withGivenUp = (content: Content, givenUp: Content | undefined): Content =>
  givenUp ? { ...content, [GIVEN_UP]: givenUp } : content;

const givenUpIn = (content: Content | null): Content => {
  const given = content?.[GIVEN_UP];
  return typeof given === 'object' && given !== null ? { ...given } : {};
};

const isEmpty = (value: unknown) => value === null || value === undefined || value === '';

/** What an entry holds, field by field; of what was created or deleted only what was filled in. */
export function fieldChanges(before: Content | null, after: Content | null): FieldChange[] {
  const givenUp = givenUpIn(after);
  const names = [...new Set([before, after, givenUp].flatMap((content) => Object.keys(content ?? {})))];
  return names
    .filter((campo) => campo !== GIVEN_UP)
    .map((campo) => ({
      ...{ campo, antes: before?.[campo] ?? null, despues: after?.[campo] ?? null },
      ...(Object.hasOwn(givenUp, campo) && { descartado: givenUp[campo] }),
    }))
    .filter((change) => 'descartado' in change || !(isEmpty(change.antes) && isEmpty(change.despues)));
}
