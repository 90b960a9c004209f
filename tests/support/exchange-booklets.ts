import fc from 'fast-check';
import { addDays } from '#domain/calendar.ts';
import type { ExchangeContext, ExchangedBooklet, ExchangedRow } from '#domain/exchange/exchanged-booklet.ts';
import { emptyValue, type Field, type Fields, type Value, type Values } from '#domain/fields/index.ts';
import { loadEveryStandard } from '#domain/growth/who/standards.ts';
import type { PersonKind } from '#domain/journal/journal.ts';
import { type RecordDefinition, toFlat } from '#domain/records/define-record.ts';
import { RECORD_LIST, RECORDS } from '#domain/records/index.ts';
import { cantonsOf, PROVINCES } from '#domain/territory.ts';
import { cleanText, foldText } from '#domain/text.ts';
import { VACCINES } from '#domain/vaccines/vaccine-names.ts';
import { WOMEN_VACCINES } from '#domain/vaccines/women-vaccines.ts';

const ESTABLISHMENT = { _id: '5f1f1d5e-8f0f-4c1c-9a3e-2b6b0d7f1c11', nombre: 'Centro de Salud Colta' };
const DAY_OF_TESTS = '2026-11-27';

export async function exchangeContext(change: Partial<ExchangeContext> = {}): Promise<ExchangeContext> {
  const base = 'https://libreta.example/fhir';
  return {
    base,
    systems: { cedula: `${base}/sid/cedula`, hcu: `${base}/sid/hcu`, establecimiento: `${base}/sid/establecimiento` },
    establishments: new Map([[foldText(ESTABLISHMENT.nombre), ESTABLISHMENT._id]]),
    standards: await loadEveryStandard(),
    haemoglobinTable: '2024',
    today: DAY_OF_TESTS,
    ...change,
  };
}

const day = fc.integer({ min: 0, max: 1_400 }).map((days) => addDays('2023-01-15', days));
const instant = fc
  .date({ min: new Date('2024-01-01T00:00:00Z'), max: new Date('2026-11-27T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString());

const AUTHOR = { _id: 'c3d9d3e8-0b0c-4b65-8a4f-6f5a1b0a7e01', nombre: 'Rosa', apellido: 'Yuquilema' };
const ids = fc.uuid();

/** Texts of a field: words of option lists, which are recognised, and any others. */
const WORDS = fc.constantFrom(
  ...Object.values(VACCINES).map(({ label }) => label),
  ...Object.values(WOMEN_VACCINES).map(({ label }) => label),
  ESTABLISHMENT.nombre,
  'PUESTO DE SALUD SICALPA',
  'ÑUSTA  MARÍA',
  'Línea uno\nlínea dos',
);
const text = (max: number) =>
  fc.oneof(WORDS, fc.string({ unit: 'grapheme', maxLength: 40 })).map((value) => cleanText(value, true).slice(0, max));

function fieldValue(field: Field): fc.Arbitrary<Value> {
  const orEmpty = (value: fc.Arbitrary<Value>): fc.Arbitrary<Value> =>
    field.required ? value : fc.oneof({ weight: 3, arbitrary: value }, fc.constant(emptyValue(field)));
  switch (field.kind) {
    case 'number': {
      const scale = 10 ** field.decimals;
      return orEmpty(
        fc
          .integer({ min: Math.ceil(field.min * scale), max: Math.floor(field.max * scale) })
          .map((steps) => steps / scale),
      );
    }
    case 'date':
      return orEmpty(day);
    case 'flag':
      return fc.boolean();
    case 'choice':
      return orEmpty(fc.constantFrom(...field.options.map(({ value }) => value)));
    case 'province':
      return orEmpty(fc.constantFrom(...PROVINCES));
    case 'canton':
      return orEmpty(fc.constantFrom(...PROVINCES.flatMap(cantonsOf)));
    case 'text':
      return orEmpty(text(field.max ?? 200).filter((value) => !field.required || value.trim() !== ''));
  }
}

function withoutHidden(fields: Fields, values: Values): Values {
  const hidden = Object.entries(fields).filter(
    ([, { visibleWhen }]) => visibleWhen && values[visibleWhen.field] !== visibleWhen.equals,
  );
  return { ...values, ...Object.fromEntries(hidden.map(([name, field]) => [name, emptyValue(field)])) };
}

function row({ fields }: RecordDefinition): fc.Arbitrary<ExchangedRow> {
  const values = fc.record(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldValue(field)])),
  );
  return fc.tuple(values, ids, fc.integer({ min: 1, max: 9 }), instant).map(([own, _id, version, fechaRegistro]) => ({
    ...withoutHidden(fields, own),
    ...{ _id, version, fechaRegistro, createdBy: AUTHOR },
  }));
}

const partsOf = (kind: PersonKind) => RECORD_LIST.filter(({ parent }) => parent?.record === kind);

/** Any booklet that the declarations allow. */
export function anyBooklet(kind: PersonKind): fc.Arbitrary<ExchangedBooklet> {
  const registros = Object.fromEntries(
    partsOf(kind).map((definition) => [definition.key, fc.array(row(definition), { maxLength: 4 })]),
  );
  return fc.record({
    tipo: fc.constant(kind),
    persona: fc.tuple(row(RECORDS[kind]), instant).map(([person, actualizado]) => ({ ...person, actualizado })),
    registros: fc.record(registros),
    madre: kind === 'nino' ? fc.option(ids) : fc.constant(null),
    hijos: kind === 'mujer' ? fc.array(ids, { maxLength: 2 }) : fc.constant([]),
  });
}

let serial = 0;
const nextId = () => {
  serial += 1;
  return `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`;
};

/** A row with the values of the declaration's example. */
export function exampleRow(definition: RecordDefinition, change: Values = {}): ExchangedRow {
  const empty = Object.entries<Field>(definition.fields).map(([name, field]) => [name, emptyValue(field)]);
  return {
    ...Object.fromEntries(empty),
    ...toFlat(definition, definition.example),
    ...{ _id: nextId(), version: 1, fechaRegistro: '2026-09-22T15:04:05.678Z', createdBy: AUTHOR },
    ...change,
  };
}

/** A screening that shows anaemia, so that a Condition is made of it. */
const CHANGES: Readonly<Record<string, Values>> = { anemia: { valorcorregido: 9.4, resultadonormal: false } };

/** One booklet with a record of every type, by the examples of the declarations. */
export const exampleBooklet = (kind: PersonKind): ExchangedBooklet => ({
  tipo: kind,
  persona: { ...exampleRow(RECORDS[kind]), actualizado: '2026-09-23T10:00:00.000Z' },
  registros: Object.fromEntries(
    partsOf(kind).map((definition) => [definition.key, [exampleRow(definition, CHANGES[definition.key])]]),
  ),
  madre: kind === 'nino' ? nextId() : null,
  hijos: kind === 'mujer' ? [nextId()] : [],
});
