import { expect, test } from 'vitest';
import { CURRENT_SCHEDULE, PREVIOUS_SCHEDULE } from './schedule.ts';
import { VACCINE_SOURCES } from './sources.ts';
import { vaccineOf } from './vaccine-names.ts';

test('every dose has a source and a unique key', () => {
  for (const schedule of [PREVIOUS_SCHEDULE, CURRENT_SCHEDULE]) {
    expect(new Set(schedule.map(({ key }) => key)).size).toBe(schedule.length);
    for (const { key, sources } of schedule) {
      expect(sources.length, key).toBeGreaterThan(0);
      for (const source of sources) expect(VACCINE_SOURCES, key).toHaveProperty(source);
    }
  }
});

test('every dose of the previous schedule has a place in the extended one', () => {
  const places = new Set(CURRENT_SCHEDULE.map(({ key }) => key));
  expect(PREVIOUS_SCHEDULE.filter(({ key, replacedBy }) => !places.has(replacedBy ?? key))).toEqual([]);
  expect([PREVIOUS_SCHEDULE.length, CURRENT_SCHEDULE.length]).toEqual([20 + 1, 17]);
});

test.each([
  ['Pentavalente (DPT-HB-Hib)', 'pentavalente'],
  ['Hexavalente (DPT-HB-Hib-IPV)', 'hexavalente'],
  ['DPT-HB-Hib', 'pentavalente'],
  ['D.P.T.', 'dpt'],
  ['HB (recién nacido)', 'hb'],
  ['Hepatitis B', 'hb'],
  ['f-IPV', 'fipv'],
  ['bOPV', 'bopv'],
  ['OPV', 'bopv'],
  ['HB', 'hb'],
  ['Triple viral', 'srp'],
  ['TdaP', undefined],
  ['dT', undefined],
  ['Hib', undefined],
  ['Haemophilus influenzae', undefined],
  ['SR', undefined],
  ['', undefined],
])('the name %s means the vaccine %s', (name, vaccine) => {
  expect(vaccineOf(name)).toBe(vaccine);
});
