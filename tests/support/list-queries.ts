import fc from 'fast-check';
import { NO_VALUE } from '#domain/fields/index.ts';
import { VISIT_REASON_KEYS } from '#domain/follow-up/reasons.ts';
import { STATUSES } from '#domain/growth/status.ts';
import { SITUATION_KEYS } from '#domain/records/narrowings.ts';
import { foldText } from '#domain/text.ts';
import { daysAgo, MOTHERS, NAMES, PHONES, PLACES } from './listed-people.ts';

export type Query = Record<string, string>;

/** Queries with some of these parameters. */
const someOf = (parts: Record<string, fc.Arbitrary<string>>) =>
  fc.record(parts, { requiredKeys: [] }).map((query) => query as Query);

/** Whole names, parts of them, other spellings, and texts that no list contains. */
const searches = (cedulas: readonly string[]) => {
  const source = fc.constantFrom(...NAMES, ...cedulas, '50177', 'HC-9');
  const part = fc.tuple(source, fc.nat(12), fc.integer({ min: 1, max: 12 })).map(([text, at, length]) => {
    const letters = [...text];
    return letters.slice(at % letters.length, (at % letters.length) + length).join('');
  });
  const written = fc.tuple(part, fc.constantFrom('asIs', 'lower', 'upper', 'bare', 'decomposed')).map(([text, how]) => {
    const ways = { asIs: text, lower: text.toLowerCase(), upper: text.toUpperCase(), bare: foldText(text) };
    return how === 'decomposed' ? text.normalize('NFD') : ways[how as keyof typeof ways];
  });
  return fc.oneof(
    { weight: 6, arbitrary: written },
    { weight: 3, arbitrary: fc.array(written, { minLength: 2, maxLength: 4 }).map((words) => words.join('  ')) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('%', '_', '\\', "'", "''; --", '\u200b', '   ', '\t', 'a%', '\\_', '½', 'ﬁ'),
    },
  );
};

/** Searches for people: as in lists, and telephones in every spelling. */
export const peopleSearches = (cedulas: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 5, arbitrary: searches(cedulas) },
    { weight: 2, arbitrary: fc.constantFrom(...MOTHERS, ...PHONES, 'ÁB 12', 'ab12', 's', 'ma', 'ñu') },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...PHONES), fc.nat(14)).map(([text, to]) => text.slice(0, to)) },
  );

const places = {
  provincia: fc.constantFrom('CHIMBORAZO', 'chimborazo', 'los rios', 'LOJA', NO_VALUE, '', 'NINGUNA'),
  canton: fc.constantFrom('COLTA', 'guano', 'OTAVALO', NO_VALUE, ''),
  establecimiento: fc.constantFrom(...PLACES.map(({ establecimiento }) => establecimiento), NO_VALUE, 'Centro'),
};
const paging = {
  limit: fc.constantFrom('1', '5', '7', '1000', '0'),
  offset: fc.constantFrom('0', '1', '5', '19', '999'),
};

/** Cedulas to search for, and ids of users to filter by. */
interface Vocabulary {
  readonly cedulas: readonly string[];
  readonly by: fc.Arbitrary<string>;
}

/** Queries for lists of women and children. */
export function listQueries({ cedulas, by }: Vocabulary): fc.Arbitrary<Query> {
  const days = fc.constantFrom(...[-1, 0, 1, 29, 30, 34, 35, 36, 760].map(daysAgo), '2026-02-30');
  const common = { q: searches(cedulas), desde: days, hasta: days, ...places, responsable: by, ...paging };
  const ofChildren = {
    ...common,
    cedula: fc.constantFrom(...cedulas, '0'),
    cedulamadre: fc.constantFrom(...MOTHERS, NO_VALUE),
    sexo: fc.constantFrom('masculino', 'FEMENINO', NO_VALUE, 'otro'),
    estado: fc.constantFrom(...STATUSES, 'desnutricion'),
    mes: fc.constantFrom(...[0, 30, 60, 90].map((ago) => daysAgo(ago).slice(0, 7)), '2026-13'),
    situacion: fc.constantFrom(...SITUATION_KEYS, ''),
  };
  // Each parameter alone, then a few together: many together would match hardly anyone.
  const alone = Object.entries(ofChildren).map(([name, values]) => someOf({ [name]: values }));
  return fc.oneof(...alone.map((arbitrary) => ({ weight: 3, arbitrary })), {
    weight: 40,
    arbitrary: fc
      .tuple(someOf(ofChildren), fc.array(fc.constantFrom(...Object.keys(ofChildren)), { minLength: 2, maxLength: 4 }))
      .map(([query, names]) => Object.fromEntries(Object.entries(query).filter(([name]) => names.includes(name)))),
  });
}

/** Queries for the list of visits. */
export function visitQueries({ cedulas, by }: Vocabulary): fc.Arbitrary<Query> {
  const filters = { q: searches(cedulas), ...places, responsable: by, motivo: fc.constantFrom(...VISIT_REASON_KEYS) };
  return fc.oneof(
    fc.constant<Query>({}),
    ...Object.entries({ ...filters, ...paging }).map(([name, values]) => someOf({ [name]: values })),
    someOf({ motivo: filters.motivo, provincia: filters.provincia, ...paging }),
  );
}

/** Ways in which a name is misheard or mistyped. */
const mishearings = fc.tuple(fc.constantFrom('same', 'drop', 'double', 'swap', 'first', 'more', 'other'), fc.nat(30));
const changed = (name: string, [how, at]: readonly [string, number]) => {
  const letters = [...name];
  const where = at % letters.length;
  if (how === 'drop') letters.splice(where, 1);
  if (how === 'double') letters.splice(where, 0, letters[where] as string);
  if (how === 'swap') letters.splice(where, 2, ...letters.slice(where, where + 2).reverse());
  if (how === 'first') return name.split(' ')[0] ?? name;
  if (how === 'more') return `${name} ${NAMES[at % NAMES.length]}`;
  return how === 'other' ? (NAMES[at % NAMES.length] as string) : letters.join('');
};

/** A person as a form begins to describe one: misheard names, some missing. */
export const descriptions = fc
  .record({
    nombres: mishearings,
    apellidos: mishearings,
    also: fc.subarray(['cedula', 'fechanacimiento', 'cedulamadre']),
    without: fc.subarray(['nombres', 'apellidos'], { maxLength: 1 }).map((names) => new Set(names)),
  })
  .map(({ nombres, apellidos, also, without }) => (row: Readonly<Record<string, unknown>>): Query => {
    const text = (name: string) => String(row[name] ?? '');
    return {
      ...(!without.has('nombres') && { nombres: changed(text('nombres'), nombres) }),
      ...(!without.has('apellidos') && { apellidos: changed(text('apellidos'), apellidos) }),
      ...Object.fromEntries(also.map((name) => [name, text(name)])),
    };
  });
