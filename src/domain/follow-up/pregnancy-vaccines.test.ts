import { expect, test } from 'vitest';
import { addDays } from '../calendar.ts';
import { vaccinesOfPregnancy } from './pregnancy-vaccines.ts';

const DAY = '2026-11-23';
const screened = (week: number | null) =>
  week === null ? [] : [{ fechaRealizacion: DAY, semanaGestacion: week, orden: 1 }];
const keys = (week: number | null, given: Parameters<typeof vaccinesOfPregnancy>[1] = []) =>
  vaccinesOfPregnancy(screened(week), given, DAY).map(({ key }) => key);

test('Tdap is due from week 20 to week 36, influenza in every week', () => {
  expect(keys(19)).toEqual(['influenza']);
  expect(keys(20)).toEqual(['tdap', 'influenza']);
  expect(keys(36)).toEqual(['tdap', 'influenza']);
  expect(keys(37)).toEqual(['influenza']);
  expect(keys(null)).toEqual(['influenza']);
});

test('a dose of this pregnancy is enough, whatever the option list calls it', () => {
  const tdap = { tipo: 'Tos ferina, difteria y tétanos (Tdap)', nombrevacuna: '', fechaaplicacion: '2026-10-01' };
  const influenza = { tipo: 'Otra', nombrevacuna: 'INFLUENZA ESTACIONAL', fechaaplicacion: '2026-10-01' };
  expect(keys(30, [tdap])).toEqual(['influenza']);
  expect(keys(30, [tdap, influenza])).toEqual([]);
});

test('a dose of an earlier pregnancy does not count', () => {
  const earlier = { tipo: 'Tdap', fechaaplicacion: '2024-10-01' };
  expect(keys(30, [earlier])).toEqual(['tdap', 'influenza']);
});

test('a dose in the first days of the pregnancy counts on every later day, and one before them on none', () => {
  const start = addDays(DAY, -7 * 10);
  const dueOn = (given: string) =>
    Array.from({ length: 14 }, (_, at) => addDays(DAY, at)).map((day) =>
      vaccinesOfPregnancy(screened(10), [{ tipo: 'Influenza', fechaaplicacion: given }], day).some(
        ({ key }) => key === 'influenza',
      ),
    );
  expect(new Set([start, addDays(start, 3)].flatMap(dueOn))).toEqual(new Set([false]));
  expect(new Set(dueOn(addDays(start, -1)))).toEqual(new Set([true]));
});
