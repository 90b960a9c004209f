import { describe, expect, it } from 'vitest';
import type { Field } from '../fields/index.ts';
import { RECORD_LIST } from '../records/index.ts';
import { FIELD_HELP, HELP_KEYS } from './explanations.ts';
import { measureHelp } from './measures.ts';
import { HELP_SOURCES } from './sources.ts';

/** Names, places and remarks are typed as they are. Every other field is clinical. */
const PLAIN =
  'hcu cedula cedulamadre nombres apellidos nombrePadres telfdomicilio celular direccion zona parroquia establecimiento vacunador nombrevacunador responsableegreso observacion';
const PLAIN_TEXTS = PLAIN.split(' ');
const isClinical = (name: string, { kind }: Field) =>
  kind !== 'province' && kind !== 'canton' && !(kind === 'text' && PLAIN_TEXTS.includes(name));

const FIELDS = RECORD_LIST.flatMap(({ key, fields }) =>
  Object.entries(fields).map(([name, field]) => ({ path: `${key}.${name}`, name, field })),
);

describe('the explanations of fields', () => {
  it('every clinical field has one, and no name, place or remark has', () => {
    const wrong = FIELDS.filter(({ name, field }) => isClinical(name, field) !== (field.help !== undefined));
    expect(wrong.map(({ path }) => path)).toEqual([]);
    expect(FIELDS.length).toBeGreaterThan(100);
  });

  it('every explanation belongs to a field, and every document is cited', () => {
    const used = new Set(FIELDS.map(({ field }) => field.help));
    expect(HELP_KEYS.filter((key) => !used.has(key))).toEqual([]);
    const cited = new Set(Object.values(FIELD_HELP).flatMap(({ sources }) => sources));
    expect([...cited].sort()).toEqual(Object.keys(HELP_SOURCES).sort());
  });

  it('every title is used once, so that a sheet is recognised by it', () => {
    const titles = HELP_KEYS.map((key) => FIELD_HELP[key].title);
    expect(new Set(titles).size).toBe(titles.length);
  });

  it('flags of one section share one explanation, because a tile has no room for its own', () => {
    for (const { key, sections = [], fields } of RECORD_LIST)
      for (const { key: section } of sections) {
        const tiles = Object.values(fields).filter((field) => field.section === section && field.kind === 'flag');
        expect(new Set(tiles.map(({ help }) => help)).size, `${key}.${section}`).toBeLessThanOrEqual(1);
      }
  });

  it.each(HELP_KEYS)('%s is short enough for a telephone and written in sentences', (key) => {
    const { title, what, how, range, rule, sources } = FIELD_HELP[key];
    expect(title.length).toBeLessThanOrEqual(50);
    expect(how.length).toBeGreaterThan(0);
    expect(how.length).toBeLessThanOrEqual(5);
    expect(sources.length).toBeGreaterThan(0);
    for (const sentence of [what, ...how, range, rule].filter((text) => text !== undefined)) {
      expect(sentence).toMatch(/^[«¿\p{Lu}\d].*[.…]$/u);
      expect(sentence.length).toBeLessThanOrEqual(150);
    }
  });

  it('every measure says how to measure, and every number what its range means', () => {
    for (const { how } of Object.values(measureHelp)) expect(how.length).toBeGreaterThan(1);
    const numbers = FIELDS.filter(({ field }) => field.kind === 'number' && !field.catalog);
    const silent = numbers.filter(({ field: { help } }) => help && FIELD_HELP[help].range === undefined);
    expect(silent.map(({ path }) => path)).toEqual([]);
  });
});
