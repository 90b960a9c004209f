import { z } from 'zod';
import { CATALOGS } from '../catalogs.ts';
import { RECORD_LIST } from '../records/index.ts';

/** What somebody did, by the word that the journal keeps; what a person reads of it. */
export const ACTIONS = {
  crear: 'Creó',
  editar: 'Editó',
  eliminar: 'Eliminó',
  restaurar: 'Restauró',
  borrar: 'Borró para siempre',
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
export const CHANGES = ['crear', 'editar', 'eliminar', 'restaurar', 'borrar', 'clave'] as const satisfies Action[];

/** What is neither a record nor an option of a list. */
const OTHERS = {
  usuario: 'Usuario',
  rol: 'Rol',
  sesion: 'Sesión',
  altitud: 'Altitud de un cantón',
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

/** One field of a change: its values as they stood, whatever they were. */
export const fieldChangeSchema = z.object({ campo: z.string(), antes: z.unknown(), despues: z.unknown() });
export type FieldChange = z.output<typeof fieldChangeSchema>;

/** Of two contents what differs, each side by field name. */
export function changedFields(before: Content, after: Content): { before: Content; after: Content } {
  const changed = Object.keys(after).filter((name) => before[name] !== after[name]);
  const only = (content: Content) => Object.fromEntries(changed.map((name) => [name, content[name] ?? null]));
  return { before: only(before), after: only(after) };
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === '';

/** What an entry holds, field by field; of what was created or deleted only what was filled in. */
export function fieldChanges(before: Content | null, after: Content | null): FieldChange[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names
    .map((campo) => ({ campo, antes: before?.[campo] ?? null, despues: after?.[campo] ?? null }))
    .filter(({ antes, despues }) => !(isEmpty(antes) && isEmpty(despues)));
}
