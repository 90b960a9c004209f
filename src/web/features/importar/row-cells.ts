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
function namingFields({ tipo }: Pick<Import, 'tipo'>): { names: readonly string[]; others: readonly string[] } {
  const { likeness, parent, identity } = definitionOf(tipo);
  if (parent) return { names: [], others: [PERSON_KEYS.cedula, PERSON_KEYS.hcu, ...identity] };
  return { names: likeness?.names ?? [], others: likeness ? [likeness.document] : [] };
}

/** `LUZ MARÍA TENESACA PILCO · 0603714026`. */
export function rowName(current: Import, row: ImportRow): string {
  const { names, others } = namingFields(current);
  const shown = (field: string) => shownText(cellOf(current, row, field));
  const name = names.map(shown).filter(Boolean);
  return [name.join(' '), ...others.map(shown)].filter(Boolean).join(' · ');
}

/** Further values of a row are not shown. */
const MAX_VALUES = 4;
const MAX_SHOWN = 120;

/** A text of a cell, cut where it would fill the screen. */
export const shownText = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);

/** The first used values besides the name: `Provincia: AZUAY · Cantón: CUENCA`. */
export function rowValues(current: Import, { celdas }: ImportRow): string {
  const { names, others } = namingFields(current);
  const naming = new Set([...names, ...others]);
  return current.columnas
    .flatMap(({ campo, titulo }, at) => {
      const value = celdas[at] ?? '';
      return campo === null || naming.has(campo) || value === ''
        ? []
        : [`${columnTitle(titulo, at)}: ${shownText(value)}`];
    })
    .slice(0, MAX_VALUES)
    .join(' · ');
}
