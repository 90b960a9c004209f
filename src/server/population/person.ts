import { cedulaCheckDigitOk } from '#domain/accounts.ts';
import { emptyValue, type Values } from '#domain/fields/index.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { RECORDS, type RecordKey } from '#domain/records/index.ts';
import { community, surnames } from './names.ts';
import type { Random } from './random.ts';

export interface InventedRecord {
  readonly key: RecordKey;
  readonly values: Values;
  readonly date: string;
}

export interface InventedPerson {
  readonly values: Values;
  readonly records: readonly InventedRecord[];
  readonly registered: string;
}

export interface Place {
  readonly provincia: string;
  readonly canton: string;
  readonly establecimiento: string;
}

const empty = new Map<RecordDefinition, Values>();

export function completedValues(definition: RecordDefinition, given: Values): Values {
  let blank = empty.get(definition);
  if (!blank) {
    const { fields, fieldNames } = definition;
    blank = Object.fromEntries(fieldNames.map((name) => [name, fields[name] ? emptyValue(fields[name]) : null]));
    empty.set(definition, blank);
  }
  return { ...blank, ...given };
}

export const inventedRecord = (key: RecordKey, date: string, given: Values): InventedRecord => ({
  key,
  date,
  values: completedValues(RECORDS[key], given),
});

export const sortedByDate = (records: InventedRecord[]) =>
  records.sort((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0));

/** A number with a valid check digit that nobody has: series 30 (cards issued abroad), from its third million. @param sequence below 3,000,000 */
export function inventedCedula(sequence: number): string {
  const base = String(303_000_000 + sequence);
  for (let digit = 0; digit < 9; digit += 1) if (cedulaCheckDigitOk(`${base}${digit}`)) return `${base}${digit}`;
  return `${base}9`;
}

export function personValues(random: Random, sequence: number, { provincia, canton, establecimiento }: Place): Values {
  const disabled = random.chance(0.04);
  return {
    hcu: String(40_000 + sequence),
    cedula: inventedCedula(sequence),
    apellidos: surnames(random),
    discapacidad: disabled ? 'Si' : 'No',
    detalleDiscapacidad: disabled ? random.pick(['Visual', 'Auditiva', 'Física']) : '',
    celular: `09${random.whole(10_000_000, 99_999_999)}`,
    direccion: `COMUNIDAD ${community(random)}`,
    zona: String(random.whole(1, 9)),
    provincia,
    canton,
    parroquia: canton,
    establecimiento,
  };
}
