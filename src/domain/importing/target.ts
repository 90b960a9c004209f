import type { Field, Fields } from '../fields/index.ts';
import { rangeText } from '../fields/number.ts';
import type { RecordDefinition } from '../records/define-record.ts';
import { RECORDS, type RecordKey } from '../records/index.ts';
import { foldText } from '../text.ts';
import { SYNONYMS } from './synonyms.ts';

/** The column that names the account that becomes responsible, by its cédula. */
export const RESPONSIBLE = 'responsable';
/** The columns that name the person of a record; their keys differ from every field. */
export const PERSON_KEYS = { cedula: 'persona.cedula', hcu: 'persona.hcu' } as const;

/** What a column of a file can fill. */
export interface Target {
  readonly key: string;
  readonly label: string;
  /** Absent for the keys: the person of a record, and the responsible account. */
  readonly field?: Field;
  readonly required: boolean;
  readonly synonyms: readonly string[];
}

const PERSON_NOUNS: Readonly<Record<string, string>> = { mujer: 'de la mujer', nino: 'del niño' };

/** Two fields of one record may share a label, such as the attendants of birth and newborn: the group goes first. */
function labelOf({ fields, sections = [] }: RecordDefinition, name: string, field: Field): string {
  const group = sections
    .flatMap(({ matrix = [] }) => matrix)
    .find(({ prefix }) => name.startsWith(prefix) && field.section !== undefined);
  const shares = Object.entries(fields).some(([other, { label }]) => other !== name && label === field.label);
  const label = group && shares ? `${group.title}: ${field.label}` : field.label;
  const unit = field.kind === 'number' ? field.unit : undefined;
  return unit ? `${label} (${unit})` : label;
}

function keyTargets({ parent }: RecordDefinition): Target[] {
  if (!parent) return [];
  const noun = PERSON_NOUNS[parent.record] ?? '';
  const owner = RECORDS[parent.record as RecordKey].fields as Fields;
  return Object.entries(PERSON_KEYS).map(([name, key]) => ({
    key,
    label: `${owner[name]?.label} ${noun}`,
    required: false,
    synonyms: [owner[name]?.label ?? '', `${name} ${parent.record}`, ...(SYNONYMS[name] ?? [])],
  }));
}

/** What a file of this kind of record can hold, in the order of its template. */
export function targetsOf(definition: RecordDefinition): Target[] {
  const fields = Object.entries(definition.fields).map(([key, field]): Target => {
    const label = labelOf(definition, key, field);
    // A derived field is computed as the form computes it.
    const required = field.required === true && !(field.kind === 'number' && field.derivation);
    return { key, label, field, required, synonyms: [key, field.label, ...(SYNONYMS[key] ?? [])] };
  });
  const responsible = { key: RESPONSIBLE, label: 'Responsable (cédula)', required: false, synonyms: [] };
  return [...keyTargets(definition), ...fields, { ...responsible, synonyms: SYNONYMS[RESPONSIBLE] ?? [] }];
}

/** The targets that no file can do without; a record also needs a key of its person. */
export function missingTargets(definition: RecordDefinition, chosen: ReadonlySet<string>): string[] {
  const missing = targetsOf(definition)
    .filter(({ key, required }) => required && !chosen.has(key))
    .map(({ label }) => label);
  const keys = Object.values(PERSON_KEYS);
  if (!definition.parent || keys.some((key) => chosen.has(key))) return missing;
  return [`Cédula ${PERSON_NOUNS[definition.parent.record] ?? ''}`, ...missing];
}

/** What a column takes, for the second sheet of a template. */
export function takes({ field, key }: Target): string {
  if (key === RESPONSIBLE)
    return 'La cédula de la cuenta que queda como responsable. Sin esta columna se elige una para todas las filas.';
  if (!field) return 'Basta con la cédula o la HCU de una persona ya registrada.';
  switch (field.kind) {
    case 'date':
      return `Una fecha: 23/11/2026, 2026-11-23 o una fecha de Excel.${field.notFuture ? ' No puede estar en el futuro.' : ''}`;
    case 'number':
      return `Un número, con coma o con punto. ${rangeText(field, field.unit)}.`;
    case 'flag':
      return 'Sí o No (también X, 1 o 0).';
    case 'choice':
      return `Una de estas opciones: ${field.options.map(({ label }) => label).join(', ')}.`;
    case 'province':
      return 'Una provincia del Ecuador.';
    case 'canton':
      return 'Un cantón de esa provincia.';
    case 'text': {
      if (field.catalog) return 'Una opción de la lista que mantiene quien administra.';
      const document = field.document ? ' Como texto, para no perder el cero inicial.' : '';
      return `Un texto de hasta ${(field.max ?? 200).toLocaleString('es-EC')} caracteres.${document}`;
    }
  }
}

/** C.I., H.C.U. */
const ABBREVIATION = /(?<!\p{L})(?:\p{L}\.){2,}/gu;

/** A header for comparison: without case, accents, units in parentheses and punctuation. */
export const foldHeader = (header: string): string =>
  foldText(header)
    .replace(ABBREVIATION, (letters) => letters.replaceAll('.', ''))
    .replace(/\([^)]*\)/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
