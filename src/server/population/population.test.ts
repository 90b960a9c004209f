import { beforeAll, describe, expect, it } from 'vitest';
import { cedulaCheckDigitOk } from '#domain/accounts.ts';
import { loadEveryStandard } from '#domain/growth/who/standards.ts';
import { RECORDS } from '#domain/records/index.ts';
import { warningsOf } from '#domain/records/warnings.ts';
import { findCanton } from '#domain/territory.ts';
import { inventChild, OLDEST_DAYS, YOUNGEST_DAYS } from './child.ts';
import { type InventedPerson, inventedCedula } from './person.ts';
import { placesOf } from './places.ts';
import { createRandom, randomOf } from './random.ts';

const TODAY = '2026-11-21';
const CHILDREN = 1_500;
const places = placesOf(createRandom(1), 200);

let children: InventedPerson[];
beforeAll(async () => {
  const standards = await loadEveryStandard();
  children = Array.from({ length: CHILDREN }, (_, sequence) => {
    const random = randomOf(1, 'nino', sequence);
    const place = random.pick(places);
    const ageDays = Math.round(YOUNGEST_DAYS + ((OLDEST_DAYS - YOUNGEST_DAYS) * sequence) / CHILDREN);
    return inventChild(random, { sequence, place, ageDays, today: TODAY, cedulamadre: inventedCedula(1), standards });
  });
});

const perChild = (key: string) =>
  children.flatMap(({ records }) => records.filter((record) => record.key === key)).length / CHILDREN;

describe('invented children', () => {
  it('have 12 controls and 8 vaccines on average', () => {
    expect(perChild('control')).toBeGreaterThan(11.5);
    expect(perChild('control')).toBeLessThan(12.5);
    expect(perChild('vacuna')).toBeGreaterThan(7.6);
    expect(perChild('vacuna')).toBeLessThan(8.4);
  });

  it('have records in the order of their days, from the registration on and none in the future', () => {
    for (const { records, registered } of children) {
      const days = records.map(({ date }) => date);
      expect(days).toEqual(days.toSorted());
      expect([...days, registered].every((day) => day <= TODAY)).toBe(true);
      expect(days.every((day) => day >= registered)).toBe(true);
    }
  });

  it('have controls without warnings', () => {
    const warned = children.flatMap(({ values, records }) => {
      const controls = records.filter(({ key }) => key === 'control').map((record) => record.values);
      return controls.flatMap((control, index) =>
        warningsOf(RECORDS.control, control, {
          today: TODAY,
          birth: String(values.fechanacimiento),
          others: controls.slice(0, index),
        }),
      );
    });
    expect(warned).toEqual([]);
  });

  it('live in existing cantons, most of them in the largest', () => {
    for (const { provincia, canton } of places) expect(findCanton(canton, provincia)).toBe(canton);
    const many = (canton: string) => places.filter((place) => place.canton === canton).length;
    expect(many('GUAYAQUIL')).toBeGreaterThan(15);
    expect(many('QUITO')).toBeGreaterThan(15);
    expect(new Set(places.map(({ canton }) => canton)).size).toBeGreaterThan(50);
  });

  it('have some names often and others rarely', () => {
    const counts = new Map<string, number>();
    for (const { values } of children)
      for (const name of String(values.apellidos).split(' ')) counts.set(name, (counts.get(name) ?? 0) + 1);
    expect(counts.get('ZAMBRANO')).toBeGreaterThan(CHILDREN / 25);
    expect([...counts.values()].filter((count) => count <= 2).length).toBeGreaterThan(50);
  });
});

describe('random choices', () => {
  it('depend on the seed and the person alone', () => {
    const drawn = (seed: number, sequence: number) => {
      const random = randomOf(seed, 'nino', sequence);
      return [random.id(0), random.next(), random.whole(1, 1_000_000)];
    };
    expect(drawn(1, 5)).toEqual(drawn(1, 5));
    expect(drawn(1, 5)).not.toEqual(drawn(1, 6));
    expect(drawn(1, 5)).not.toEqual(drawn(2, 5));
  });

  it('give ids of version 7, no two alike', () => {
    const ids = Array.from({ length: 5_000 }, (_, sequence) => randomOf(1, 'nino', sequence).id(0));
    expect(new Set(ids).size).toBe(5_000);
    for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  });

  it('give cedulas with a valid check digit, up to the last', () => {
    for (const sequence of [0, 1, 999_999, 1_500_000, 2_999_999]) {
      expect(inventedCedula(sequence)).toMatch(/^30[345]\d{7}$/);
      expect(cedulaCheckDigitOk(inventedCedula(sequence))).toBe(true);
    }
  });
});
