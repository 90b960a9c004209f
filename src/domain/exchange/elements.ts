import { foldText } from '../text.ts';
import { codeName } from './code-names.ts';
import type { ExchangeContext, ExchangedRow } from './exchanged-booklet.ts';
import type { CodeableConcept, Coding, Meta, Quantity, Reference } from './r4.ts';
import { SYSTEMS, UCUM_UNITS } from './terminologies.ts';

/** Blanks that a text of FHIR may not have, such as a no-break space. */
const OTHER_BLANKS = /[^\S \r\n\t]/g;

/** The text of a field without blanks around it, with plain ones inside; null if it is empty. FHIR has no empty texts. */
export function textOf(row: ExchangedRow, field: string): string | null {
  const text = String(row[field] ?? '')
    .replace(OTHER_BLANKS, ' ')
    .trim();
  return text === '' ? null : text;
}

export const numberOf = (row: ExchangedRow, field: string): number | null => {
  const value = row[field];
  return typeof value === 'number' ? value : null;
};

/** The day of a field, `YYYY-MM-DD`. */
export const dayOfField = (row: ExchangedRow, field: string): string | null =>
  textOf(row, field)?.slice(0, 'YYYY-MM-DD'.length) ?? null;

export const idOf = (row: ExchangedRow): string => String(row._id);

/** `YYYYMMDD`, as ids contain a day. */
export const compactDay = (day: string): string => day.replaceAll('-', '');

/** The instant of the last change of a stored row; only people keep that of an edit. */
const changedAt = (row: ExchangedRow): string | null => textOf(row, 'actualizado') ?? textOf(row, 'fechaRegistro');

export function metaOf(row: ExchangedRow): Meta {
  const lastUpdated = changedAt(row);
  return { versionId: String(row.version ?? 1), ...(lastUpdated !== null && { lastUpdated }) };
}

/** Of a stored row whose resource follows another row too: its version has both. */
export function jointMeta(row: ExchangedRow, other: ExchangedRow): Meta {
  return { ...computedMeta([row, other]), versionId: `${row.version ?? 1}.${other.version ?? 1}` };
}

/** Of a resource that is computed from rows: it changes when one of them does, and has no version. */
export function computedMeta(rows: readonly ExchangedRow[]): Meta {
  const lastUpdated = rows
    .flatMap((row) => changedAt(row) ?? [])
    .toSorted()
    .at(-1);
  return lastUpdated === undefined ? {} : { lastUpdated };
}

/** A code of a terminology with its name. */
export const coding = (system: string, code: string): Coding => ({ system, code, display: codeName(system, code) });

export const concept = (codings: readonly Coding[], text?: string | null): CodeableConcept => ({
  ...(codings.length > 0 && { coding: codings }),
  ...(text && { text }),
});

export const category = (code: string): readonly CodeableConcept[] => [
  concept([coding(SYSTEMS.observationCategory, code)]),
];

/** @throws Error for a unit that UCUM_UNITS does not have */
export function quantity(value: number, unit: string): Quantity {
  const code = UCUM_UNITS[unit];
  if (code === undefined) throw new Error(`The unit ${unit} has no UCUM code in terminologies.ts`);
  return { value, unit, system: SYSTEMS.ucum, code };
}

export const refer = (type: string, id: string, display?: string | null): Reference => ({
  reference: `${type}/${id}`,
  ...(display && { display }),
});

/** An establishment of the option list is an Organization; another one is only its name. Null without an establishment. */
export function establishmentOf(row: ExchangedRow, { establishments }: ExchangeContext): Reference | null {
  const name = textOf(row, 'establecimiento');
  if (name === null) return null;
  const id = establishments.get(foldText(name));
  return id === undefined ? { display: name } : refer('Organization', id, name);
}

/** The account that recorded a row; null if the row does not say. */
export function recorderOf({ createdBy }: ExchangedRow): { readonly id: string; readonly name: string } | null {
  if (typeof createdBy !== 'object' || createdBy === null) return null;
  const { _id, nombre, apellido } = { _id: '', nombre: '', apellido: '', ...createdBy };
  return { id: String(_id), name: `${nombre} ${apellido}`.trim() };
}
