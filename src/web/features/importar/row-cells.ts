import type { Import, ImportRow } from '#domain/calls/importing.ts';
import { PERSON_KEYS } from '#domain/importing/target.ts';
import { definitionOf } from './import-kinds.ts';
import { columnTitle } from './import-words.ts';

/** The value of a row for a field or key, as it stands in the file. */
export function cellOf({ columnas }: Pick<Import, 'columnas'>, { celdas }: Pick<ImportRow, 'celdas'>, field: string) {
  const at = columnas.findIndex(({ campo }) => campo === field);
  return at === -1 ? '' : (celdas[at] ?? '');
}

/** What names a row: the person, and what distinguishes her or his records. */
function namingFields({ tipo }: Pick<Import, 'tipo'>): string[] {
  const { likeness, parent, identity } = definitionOf(tipo);
  if (parent) return [PERSON_KEYS.cedula, PERSON_KEYS.hcu, ...identity];
  return [...(likeness?.names ?? []), ...(likeness ? [likeness.document] : [])];
}

export const rowName = (current: Import, row: ImportRow): string =>
  namingFields(current)
    .map((field) => cellOf(current, row, field))
    .filter(Boolean)
    .join(' ');

/** Further values of a row are not shown. */
const MAX_VALUES = 4;

/** The first used values besides the name: `Provincia: AZUAY · Cantón: CUENCA`. */
export function rowValues(current: Import, { celdas }: ImportRow): string {
  const naming = new Set(namingFields(current));
  return current.columnas
    .flatMap(({ campo, titulo }, at) => {
      const value = celdas[at] ?? '';
      return campo === null || naming.has(campo) || value === '' ? [] : [`${columnTitle(titulo, at)}: ${value}`];
    })
    .slice(0, MAX_VALUES)
    .join(' · ');
}
