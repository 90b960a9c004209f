import { describe, expect, test } from 'vitest';
import { addDays, addMonths } from '../calendar.ts';
import { matchVaccines, nextVaccine, type TimelineItem } from './timeline.ts';

const BIRTH = '2026-01-10';
const record = (tipovacuna: string, dosis: number, fechaaplicacion: string) => ({ tipovacuna, dosis, fechaaplicacion });
type Recorded = ReturnType<typeof record>;

function timeline(birth: string, today: string, records: Recorded[] = []) {
  const matched = matchVaccines(birth, records, today);
  if (!matched) throw new Error('no calendar');
  return { ...matched, byKey: new Map(matched.items.map((item) => [item.dose.key, item])) };
}
const item = (key: string, birth: string, today: string, records: Recorded[] = []) =>
  timeline(birth, today, records).byKey.get(key) as TimelineItem<Recorded>;
const state = (key: string, birth: string, today: string, records: Recorded[] = []) =>
  item(key, birth, today, records)?.state;

test('without a birth date there is no calendar', () => {
  expect(matchVaccines(null, [record('BCG', 1, '2026-01-10')], '2026-02-01')).toBeNull();
  expect(matchVaccines('', [], '2026-02-01')).toBeNull();
  expect(nextVaccine(undefined, [], '2026-02-01').due).toBeNull();
});

test('a child of the extended schedule has its doses at the confirmed ages', () => {
  const { items } = timeline(BIRTH, '2026-01-10');
  expect(items.map(({ dose, due }) => [dose.key, due])).toEqual([
    ['bcg', '2026-01-10'],
    ['hb-0', '2026-01-10'],
    ['rotavirus-1', '2026-03-10'],
    ['hexavalente-1', '2026-03-10'],
    ['neumococo-1', '2026-03-10'],
    ['rotavirus-2', '2026-05-10'],
    ['hexavalente-2', '2026-05-10'],
    ['neumococo-2', '2026-05-10'],
    ['hexavalente-3', '2026-07-10'],
    ['neumococo-3', '2026-07-10'],
    ['influenza-1', '2026-07-10'],
    ['srp-1', '2027-01-10'],
    ['fiebre-amarilla', '2027-01-10'],
    ['varicela', '2027-04-10'],
    ['srp-2', '2027-07-10'],
    ['hexavalente-4', '2027-07-10'],
    ['influenza-2', null],
  ]);
});

describe('a dose that was not given', () => {
  test.each([
    ['rotavirus-1', '2026-03-09', 'upcoming'],
    ['rotavirus-1', '2026-03-10', 'due'],
    ['rotavirus-1', '2026-04-09', 'due'],
    ['rotavirus-1', '2026-04-10', 'late'],
    ['rotavirus-1', '2026-05-09', 'late'], // 3 months 29 days
    ['rotavirus-1', '2026-05-10', 'tooOld'],
    ['bcg', '2026-01-10', 'due'],
    ['bcg', '2026-01-11', 'due'],
    ['bcg', '2026-01-12', 'late'],
    ['bcg', '2027-01-09', 'late'], // 11 months 30 days
    ['bcg', '2027-01-10', 'tooOld'],
    ['hb-0', '2026-01-11', 'due'],
    ['hb-0', '2026-01-12', 'tooOld'],
    ['hexavalente-1', '2026-04-09', 'due'],
    ['hexavalente-1', '2029-01-10', 'late'], // no confirmed limit
    ['influenza-1', '2026-07-09', 'upcoming'],
    ['influenza-1', '2027-01-10', 'due'], // a campaign is never late
    ['influenza-2', '2026-08-01', 'undated'],
  ])('%s on %s is in state %s', (key, today, expected) => {
    expect(state(key, BIRTH, today)).toBe(expected);
  });

  test('rotavirus 2 is possible until 7 months 29 days if the first dose was given', () => {
    const first = [record('Rotavirus', 1, '2026-03-12')];
    expect(state('rotavirus-2', BIRTH, '2026-09-09', first)).toBe('late');
    expect(state('rotavirus-2', BIRTH, '2026-09-10', first)).toBe('tooOld');
    expect(item('rotavirus-2', BIRTH, '2026-09-09', first).last).toBe('2026-09-09');
  });

  test('is too late if the first dose of its series is too late', () => {
    expect(state('rotavirus-2', BIRTH, '2026-05-09')).toBe('upcoming');
    expect(state('rotavirus-2', BIRTH, '2026-05-10')).toBe('tooOld');
  });

  test('waits for the previous dose of its series', () => {
    expect(item('hexavalente-2', BIRTH, '2026-06-01').waits).toBe(true);
    expect(item('hexavalente-1', BIRTH, '2026-06-01').waits).toBe(false);
    expect(item('hexavalente-2', BIRTH, '2026-06-01', [record('Hexavalente', 1, '2026-03-11')]).waits).toBe(false);
  });

  test('influenza 2 applies only if the first dose is before 12 months', () => {
    expect(timeline(BIRTH, '2027-01-09').byKey.has('influenza-2')).toBe(true);
    expect(timeline(BIRTH, '2027-01-10').byKey.has('influenza-2')).toBe(false);
    const early = [record('Influenza pediátrica', 1, '2027-01-09')];
    expect(state('influenza-2', BIRTH, '2027-03-01', early)).toBe('undated');
    const later = [record('Influenza pediátrica', 1, '2027-01-10')];
    expect(timeline(BIRTH, '2027-03-01', later).byKey.has('influenza-2')).toBe(false);
  });
});

describe('ages in short months and leap years', () => {
  test.each([
    ['2025-12-31', 'rotavirus-1', '2026-03-01'], // no 31 February
    ['2024-02-29', 'srp-1', '2025-03-01'],
    ['2026-08-31', 'hexavalente-3', '2027-03-01'],
    ['2025-12-29', 'rotavirus-1', '2026-03-01'],
    ['2027-12-29', 'rotavirus-1', '2028-02-29'],
  ])('for a birth on %s, %s is due on %s, the first day of the completed age', (birth, key, due) => {
    expect(item(key, birth, birth).due).toBe(due);
  });

  test('BCG for a birth on 29 February ends when 12 months are completed', () => {
    expect(state('bcg', '2024-02-29', '2025-02-28')).toBe('late');
    expect(state('bcg', '2024-02-29', '2025-03-01')).toBe('tooOld');
  });
});

describe('a recorded dose', () => {
  test.each([
    ['BCG', 1, 'bcg'],
    ['bcg.', 3, 'bcg'],
    ['ROTAVIRUS', 1, 'rotavirus-1'],
    ['Hexavalente (DPT-HB-Hib-IPV)', 2, 'hexavalente-2'],
    ['NEUMOCOCO CONJUGADA', 3, 'neumococo-3'],
    ['Neumocócica conjugada PCV-13', 1, 'neumococo-1'],
    ['SRP', 2, 'srp-2'],
    ['S.R.P.', 1, 'srp-1'],
    ['fiebre   amarilla', 1, 'fiebre-amarilla'],
    ['VARICELA', 1, 'varicela'],
    ['Influenza pediátrica', 1, 'influenza-1'],
  ])('%s %i is matched with %s', (name, number, key) => {
    const given = [record(name, number, '2027-10-01')];
    const matched = timeline(BIRTH, '2027-10-02', given);
    expect(matched.byKey.get(key)?.given).toEqual({ date: '2027-10-01', record: given[0] });
    expect(matched.unmatched).toEqual([]);
  });

  test.each([
    ['HB pediátrica', 1, '2026-03-10'], // in place of pentavalent: not the newborn's dose
    ['Rotavirus', 3, '2026-05-10'],
    ['Hepatitis A', 1, '2026-05-10'],
    ['DPT', 1, '2026-05-10'],
    ['', 1, '2026-05-10'],
  ])('%s %i on %s is listed as unmatched', (name, number, date) => {
    const other = record(name, number, date);
    const matched = timeline(BIRTH, '2026-06-01', [other]);
    expect(matched.unmatched).toEqual([other]);
    expect(matched.items.every(({ given }) => given === null)).toBe(true);
  });

  test('that repeats another is listed as unmatched', () => {
    const [one, two] = [record('BCG', 1, '2026-01-11'), record('BCG', 1, '2026-02-11')];
    const matched = timeline(BIRTH, '2026-06-01', [two, one]);
    expect(matched.byKey.get('bcg')?.given?.record).toBe(one);
    expect(matched.unmatched).toEqual([two]);
  });

  test('is too early before the minimum age, not on that day', () => {
    const early = item('srp-1', BIRTH, '2027-02-01', [record('SRP', 1, '2027-01-09')]);
    expect([early.state, early.remark]).toEqual(['early', 'Antes de los 12 meses de edad']);
    expect(state('srp-1', BIRTH, '2027-02-01', [record('SRP', 1, '2027-01-10')])).toBe('given');
    expect(state('influenza-1', BIRTH, '2027-02-01', [record('Influenza', 1, '2026-07-09')])).toBe('early');
    expect(state('bcg', BIRTH, '2027-02-01', [record('BCG', 1, '2026-01-09')])).toBe('early');
  });

  test('that was repeated because it was too early counts with the valid one', () => {
    const [early, valid] = [record('SRP', 1, '2026-12-10'), record('SRP', 1, '2027-01-15')];
    const matched = timeline(BIRTH, '2027-02-01', [early, valid]);
    expect(matched.byKey.get('srp-1')).toMatchObject({ state: 'given', given: { date: '2027-01-15' } });
    expect(matched.unmatched).toEqual([early]);
  });

  test('after its limit is given, with a remark about the age', () => {
    const inside = item('rotavirus-1', BIRTH, '2026-06-01', [record('Rotavirus', 1, '2026-05-09')]);
    expect([inside.state, inside.remark]).toEqual(['given', null]);
    const outside = item('rotavirus-1', BIRTH, '2026-06-01', [record('Rotavirus', 1, '2026-05-10')]);
    expect([outside.state, outside.remark]).toEqual(['given', 'Fuera de la edad indicada (hasta 3 meses 29 días)']);
  });
});

describe('the change of 19 August 2025', () => {
  const keys = (birth: string, today: string, records: Recorded[] = []) => [
    ...timeline(birth, today, records).byKey.keys(),
  ];

  test('a child of two months on the day before gets pentavalent and fIPV, on the day itself hexavalent', () => {
    const before = keys('2025-06-18', '2025-09-01');
    expect(before).toEqual(expect.arrayContaining(['pentavalente-1-previo', 'fipv-1-previo', 'neumococo-1-previo']));
    expect(before).not.toContain('hexavalente-1');
    expect(before).toContain('hexavalente-2');
    const after = keys('2025-06-19', '2025-09-01');
    expect(after).toContain('hexavalente-1');
    expect(after.some((key) => key.endsWith('previo'))).toBe(false);
  });

  test('hexavalent continues a series of pentavalent', () => {
    const records = [record('Pentavalente', 1, '2025-08-01'), record('HEXAVALENTE', 2, '2025-10-02')];
    const { byKey, unmatched } = timeline('2025-06-01', '2025-11-01', records);
    expect([byKey.get('pentavalente-1-previo')?.state, byKey.get('hexavalente-2')?.state]).toEqual(['given', 'given']);
    expect(byKey.get('hexavalente-3')).toMatchObject({ state: 'upcoming', due: '2025-12-01', waits: false });
    expect(unmatched).toEqual([]);
  });

  test('recorded vaccines decide about the schedule', () => {
    const old = keys('2025-07-01', '2025-10-01', [record('Pentavalente', 1, '2025-09-02')]);
    expect(old).toEqual(expect.arrayContaining(['pentavalente-1-previo', 'fipv-1-previo', 'hexavalente-2']));
    const early = keys('2025-06-01', '2025-10-01', [record('Hexavalente', 1, '2025-08-25')]);
    expect(early).toContain('hexavalente-1');
    expect(early).not.toContain('pentavalente-1-previo');
  });

  test('a dose without a confirmed month has no due date', () => {
    const today = '2025-01-01';
    const birth = '2024-03-01';
    for (const key of ['pentavalente-2-previo', 'pentavalente-3-previo', 'bopv-3-previo', 'neumococo-2-previo'])
      expect(item(key, birth, today)).toMatchObject({ state: 'undated', due: null });
    expect(item('pentavalente-2-previo', birth, today, [record('Pentavalente', 2, '2024-07-01')]).state).toBe('given');
  });

  test('the second fIPV is due 8 weeks after the first', () => {
    const birth = '2024-03-01';
    const first = record('fIPV', 1, '2024-05-02');
    expect(item('fipv-2-previo', birth, '2024-06-26', [first])).toMatchObject({ state: 'upcoming', due: '2024-06-27' });
    expect(state('fipv-2-previo', birth, '2024-06-27', [first])).toBe('due');
    expect(state('fipv-2-previo', birth, '2024-07-27', [first])).toBe('late');
    expect(state('fipv-2-previo', birth, '2024-07-27')).toBe('undated');
    const apart = (days: number) => [first, record('FIPV', 2, addDays('2024-05-02', days))];
    const early = item('fipv-2-previo', birth, '2025-01-01', apart(55));
    expect([early.state, early.remark]).toEqual(['early', 'Antes de 8 semanas desde la dosis anterior']);
    expect(state('fipv-2-previo', birth, '2025-01-01', apart(56))).toBe('given');
  });

  test('the whole previous schedule is matched', () => {
    const birth = '2023-01-01';
    const at = (months: number) => addMonths(birth, months);
    const records = [
      record('BCG', 1, birth),
      record('HB', 1, birth),
      ...[1, 2].map((n) => record('Rotavirus', n, at(2 * n))),
      ...[1, 2, 3].flatMap((n) => [record('Pentavalente', n, at(2 * n)), record('Neumococo', n, at(2 * n))]),
      ...[1, 2].map((n) => record('fIPV', n, at(2 * n))),
      record('bOPV', 3, at(6)),
      record('Influenza', 1, at(7)),
      record('Influenza', 2, at(8)),
      record('SRP', 1, at(12)),
      record('Fiebre amarilla', 1, at(12)),
      record('Varicela', 1, at(15)),
      record('SRP', 2, at(18)),
      record('OPV', 4, at(18)),
      record('DPT', 4, at(18)),
    ];
    const { items, unmatched } = timeline(birth, '2024-12-01', records);
    expect(unmatched).toEqual([]);
    expect(items.map(({ state: now }) => now)).toEqual(Array(records.length).fill('given'));
    expect(nextVaccine(birth, records, '2024-12-01').due).toBeNull();
  });
});

describe('nextVaccine', () => {
  test('is the earliest due date, past or future', () => {
    expect(nextVaccine(BIRTH, [], '2026-01-10').due).toBe('2026-01-10');
    const bcg = [record('BCG', 1, BIRTH)];
    expect(nextVaccine(BIRTH, bcg, '2026-02-01').due).toBe('2026-03-10');
    const two = [...bcg, ...['Rotavirus', 'Hexavalente', 'Neumococo'].map((name) => record(name, 1, '2026-03-10'))];
    expect(nextVaccine(BIRTH, two, '2026-03-11').due).toBe('2026-05-10');
    expect(nextVaccine(BIRTH, two.slice(0, 3), '2026-04-30').due).toBe('2026-03-10');
  });

  test('leaves out a dose that is no longer possible', () => {
    const others = [record('BCG', 1, BIRTH), record('Hexavalente', 1, '2026-03-10'), record('PCV13', 1, '2026-03-10')];
    expect(nextVaccine(BIRTH, others, '2026-05-09').due).toBe('2026-03-10');
    expect(nextVaccine(BIRTH, others, '2026-05-10').due).toBe('2026-05-10');
  });

  test('leaves out campaigns and the conditional newborn dose', () => {
    const all = timeline(BIRTH, '2028-01-01')
      .items.filter(({ dose }) => !dose.conditional)
      .map(({ dose, due }) =>
        record(dose.vaccine === 'fiebreAmarilla' ? 'Fiebre amarilla' : dose.vaccine, dose.number ?? 1, String(due)),
      );
    expect(nextVaccine(BIRTH, all, '2028-01-01').due).toBeNull();
  });
});
