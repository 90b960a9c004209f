import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from '../calendar.ts';
import type { Field, Fields } from '../fields/index.ts';
import type { PersonKind } from '../journal/journal.ts';
import { RECORD_LIST, RECORDS } from '../records/index.ts';
import { packBooklets, SUMMARY_COLUMN_KINDS, type SyncedBooklet, unpackBooklets } from './booklet-page.ts';

const day = fc.integer({ min: -20_000, max: 20_000 }).map((days) => addDays('2020-01-01', days));
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const text = fc.oneof(
  fc.constantFrom('', 'COLTA', 'Ñusta Yuquilema'),
  fc.string({ unit: 'grapheme' }).filter((one) => !one.includes('\0')),
);

function anyValueOf(field: Field): fc.Arbitrary<unknown> {
  if (field.kind === 'flag') return fc.boolean();
  if (field.kind === 'date') return field.required ? day : maybe(day);
  if (field.kind !== 'number') return text;
  const scale = 10 ** field.decimals;
  const value = fc
    .integer({ min: Math.ceil(field.min * scale), max: Math.floor(field.max * scale) })
    .map((n) => n / scale);
  return field.required ? value : maybe(value);
}
const valuesOf = (fields: Fields) =>
  fc.record(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, anyValueOf(field)])));
const summary = fc.record(
  Object.fromEntries(
    Object.entries(SUMMARY_COLUMN_KINDS).map(([name, kind]) => [
      name,
      kind.is === 'flag'
        ? fc.boolean()
        : kind.is === 'date'
          ? maybe(day)
          : 'decimals' in kind
            ? maybe(fc.integer({ min: -900, max: 900 }).map((n) => n / 10 ** kind.decimals))
            : maybe(text),
    ]),
  ),
);
const author = fc.constantFrom(
  { _id: 'a', nombre: 'Rosa', apellido: 'Yuquilema', cedula: '0603714026' },
  { _id: 'b', nombre: 'Ñusta', apellido: '', cedula: '' },
);
const own = fc.record({
  _id: fc.uuid(),
  version: fc.integer({ min: 1, max: 2_147_483_647 }),
  orden: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  fechaRegistro: fc.integer({ min: 0, max: 4e12 }).map((ms) => new Date(ms).toISOString()),
  advertida: fc.boolean(),
  createdBy: author,
});
const row = (fields: Fields, more: fc.Arbitrary<object> = fc.constant({})) =>
  fc.tuple(own, valuesOf(fields), more).map((parts): Record<string, unknown> => Object.assign({}, ...parts));

const bookletOf = (tipo: PersonKind): fc.Arbitrary<SyncedBooklet> =>
  fc.record({
    tipo: fc.constant(tipo),
    cambio: fc.bigInt({ min: 3n, max: 2n ** 63n }).map(String),
    custodio: author,
    codigo: maybe(fc.stringMatching(/^[\w-]{22}$/)),
    persona: row(RECORDS[tipo].fields, tipo === 'nino' ? summary : undefined),
    registros: fc.record(
      Object.fromEntries(
        RECORD_LIST.filter(({ parent }) => parent?.record === tipo).map(({ key, fields }) => [
          key,
          fc.array(row(fields), { maxLength: 3 }),
        ]),
      ),
    ),
  });

it('unpacked booklets equal the packed ones', () => {
  const booklets = fc.array(fc.oneof(bookletOf('nino'), bookletOf('mujer')), { maxLength: 6 });
  fc.assert(
    fc.property(booklets, (some) => {
      const travelled = JSON.parse(JSON.stringify(packBooklets(some)));
      const byKind = (['mujer', 'nino'] as const).flatMap((tipo) => some.filter((one) => one.tipo === tipo));
      expect(unpackBooklets(travelled)).toEqual(byKind);
    }),
    { numRuns: 60 },
  );
});
