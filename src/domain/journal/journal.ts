import { z } from 'zod';
import { CATALOGS } from '../catalogs.ts';
import { RECORD_LIST } from '../records/index.ts';

/** Actions by the word that is stored, with the text that users read. */
export const ACTIONS = {
  crear: 'Creó',
  editar: 'Editó',
  eliminar: 'Eliminó',
  restaurar: 'Restauró',
  traspasar: 'Traspasó',
  renovar: 'Renovó el código',
  importar: 'Importó',
  deshacer: 'Deshizo la importación',
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

/** Actions that change data; the others record access. */
export const CHANGE_ACTIONS = [
  'crear',
  'editar',
  'eliminar',
  'restaurar',
  'traspasar',
  'renovar',
  'importar',
  'deshacer',
  'borrar',
  'clave',
] as const satisfies Action[];

const OTHERS = {
  usuario: 'Usuario',
  rol: 'Rol',
  sesion: 'Sesión',
  altitud: 'Altitud de un cantón',
  meta: 'Meta',
  equipo: 'Equipo',
  libreta: 'Libretas en un equipo',
  traspaso: 'Lista de traspasos',
  envio: 'Envío retenido',
  seguimiento: 'Lista de visitas',
  reportes: 'Reporte',
  auditoria: 'Auditoría',
  importacion: 'Importación',
  sistema: 'Sistema',
  fhir: 'Lectura por FHIR',
  dhis2: 'Datos para DHIS2',
} as const;

const PEOPLE = { mujer: 'Mujer', nino: 'Niño' } as const;

const records = RECORD_LIST.filter(({ parent }) => parent).map(({ key, titles }) => [key, titles.short]);
const catalogs = Object.values(CATALOGS).map(({ key, title }) => [key, title]);

export const ENTRY_KINDS: Readonly<Record<string, string>> = {
  ...PEOPLE,
  ...Object.fromEntries([...records, ...catalogs]),
  ...OTHERS,
};
export const KIND_KEYS = Object.keys(ENTRY_KINDS);

export const PERSON_KINDS = Object.keys(PEOPLE) as (keyof typeof PEOPLE)[];
export type PersonKind = (typeof PERSON_KINDS)[number];

type Content = Readonly<Record<string, unknown>>;

/** The key under which an entry stores, by field, the values discarded when a conflict was resolved. */
const GIVEN_UP = 'descartado';

export const fieldChangeSchema = z.object({
  campo: z.string(),
  antes: z.unknown(),
  despues: z.unknown(),
  descartado: z.unknown().optional(),
});
export type FieldChange = z.output<typeof fieldChangeSchema>;

/** The fields that differ between two contents, and those with a discarded value. */
export function changedFields(before: Content, after: Content, givenUp?: Content): { before: Content; after: Content } {
  const hasChanged = (name: string) => before[name] !== after[name] || (givenUp && Object.hasOwn(givenUp, name));
  const changedNames = Object.keys(after).filter(hasChanged);
  const only = (content: Content) => Object.fromEntries(changedNames.map((name) => [name, content[name] ?? null]));
  return { before: only(before), after: withDiscarded(only(after), givenUp) };
}

export const withDiscarded = (content: Content, givenUp: Content | undefined): Content =>
  givenUp ? { ...content, [GIVEN_UP]: givenUp } : content;

const givenUpIn = (content: Content | null): Content => {
  const given = content?.[GIVEN_UP];
  return typeof given === 'object' && given !== null ? { ...given } : {};
};

const isEmpty = (value: unknown) => value === null || value === undefined || value === '';

/** An entry field by field; of a creation or deletion only the fields that are not empty. */
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
