import { foldText } from '../text.ts';
import type { ExchangeContext, ExchangedRow } from './exchanged-booklet.ts';
import type { CodeableConcept, Coding, Meta, Reference } from './r4.ts';

/** The text of a field without blanks around it; null if it is empty. FHIR has no empty texts. */
export function textOf(row: ExchangedRow, field: string): string | null {
  const text = String(row[field] ?? '').trim();
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

/** A stored row has a version; `actualizado` is written with each edit of a person. */
export function metaOf(row: ExchangedRow): Meta {
  const lastUpdated = textOf(row, 'actualizado') ?? textOf(row, 'fechaRegistro');
  return { versionId: String(row.version ?? 1), ...(lastUpdated !== null && { lastUpdated }) };
}

export const concept = (coding: readonly Coding[], text?: string): CodeableConcept => ({
  coding,
  ...(text !== undefined && { text }),
});

export const refer = (type: string, id: string, display?: string): Reference => ({
  reference: `${type}/${id}`,
  ...(display !== undefined && { display }),
});

/** An establishment of the option list is an Organization; another one is only its name. Null without an establishment. */
export function establishmentOf(row: ExchangedRow, { establishments }: ExchangeContext): Reference | null {
  const name = textOf(row, 'establecimiento');
  if (name === null) return null;
  const id = establishments.get(foldText(name));
  return id === undefined ? { display: name } : refer('Organization', id, name);
}
