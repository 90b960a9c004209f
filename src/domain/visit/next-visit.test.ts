import { expect, test } from 'vitest';
import { CURRENT_SCHEDULE } from '../vaccines/schedule.ts';
import { VACCINES } from '../vaccines/vaccine-names.ts';
import { childAppointments, type FollowedChild } from './appointments.ts';
import { nextVisit as plan } from './next-visit.ts';

const BIRTH = '2026-03-10';

interface Visited {
  birth: string | null;
  lastControl: string;
  vaccines: FollowedChild['vaccines'];
  screenings?: FollowedChild['screenings'];
}

const nextVisit = ({ birth, lastControl, vaccines, screenings = [] }: Visited, today: string) =>
  plan(childAppointments({ birth, controls: [{ fecha: lastControl }], vaccines, screenings }, today));

/** Every dose of the calendar up to an age, given on its day. */
const givenUntil = (months: number) =>
  CURRENT_SCHEDULE.filter((dose) => dose.months !== null && dose.months <= months).map((dose) => ({
    tipovacuna: VACCINES[dose.vaccine].label,
    dosis: dose.number ?? 1,
    fechaaplicacion: `2026-${String(3 + (dose.months ?? 0)).padStart(2, '0')}-10`,
  }));

test('the next visit is the next control, with the vaccines that are due in the same week', () => {
  const child = { birth: BIRTH, lastControl: '2026-08-10', vaccines: givenUntil(4) };
  const { date, reasons, overdue } = nextVisit(child, '2026-08-10');
  expect(date).toBe('2026-09-10');
  expect(reasons[0]).toBe('Control de los 6 meses');
  expect(reasons[1]).toMatch(/^Vacunas?: .+3\.ª dosis/);
  expect(overdue).toEqual([]);
});

test('what was due by today is named as overdue and does not give a date', () => {
  const { date, reasons, overdue } = nextVisit({ birth: BIRTH, lastControl: '2026-08-10', vaccines: [] }, '2026-08-10');
  expect(date).toBe('2026-09-10');
  expect(reasons[0]).toBe('Control de los 6 meses');
  expect(overdue[0]).toMatch(/^Vacunas: .+1\.ª dosis/);
  // A dose that waits for an earlier one is no reason to come.
  expect([...reasons, ...overdue].join()).not.toMatch(/[23]\.ª dosis/);
});

test('the dose after one that was given today belongs to the next visit, not to what was left undone', () => {
  const [first] = givenUntil(2).filter(({ dosis, tipovacuna }) => dosis === 1 && tipovacuna.startsWith('Hexavalente'));
  const late = { birth: BIRTH, lastControl: '2026-08-10', vaccines: [{ ...first, fechaaplicacion: '2026-08-10' }] };
  const { date, reasons, overdue } = nextVisit(late, '2026-08-10');
  expect(date).toBe('2026-09-10');
  expect(reasons.join()).toContain('Hexavalente, 2.ª dosis');
  expect(overdue.join()).not.toContain('Hexavalente');
});

test('an overdue dose hides no later one', () => {
  const without = givenUntil(4).filter(({ tipovacuna }) => tipovacuna !== 'Neumococo conjugada');
  const { reasons, overdue } = nextVisit({ birth: BIRTH, lastControl: '2026-08-10', vaccines: without }, '2026-08-10');
  expect(overdue.join()).toContain('Neumococo');
  expect(reasons[1]).toMatch(/^Vacunas?: /);
});

test('without a birth date nothing is due, and after 24 months no control', () => {
  expect(nextVisit({ birth: null, lastControl: '2026-08-10', vaccines: [] }, '2026-08-10')).toEqual({
    date: null,
    reasons: [],
    overdue: [],
  });
  const grown = { birth: '2024-08-01', lastControl: '2026-08-10', vaccines: [] };
  expect(nextVisit(grown, '2026-08-10').date).toBeNull();
});

test('haemoglobin belongs to the visit of its week, and is named as overdue when it was left out', () => {
  const child = { birth: BIRTH, lastControl: '2026-08-10', vaccines: givenUntil(4) };
  expect(nextVisit(child, '2026-08-10').reasons.at(-1)).toBe('Hemoglobina de los 6 meses');
  const older = { birth: BIRTH, lastControl: '2026-09-10', vaccines: givenUntil(6) };
  expect(nextVisit(older, '2026-09-10')).toMatchObject({
    date: '2026-10-10',
    reasons: ['Control de los 7 meses'],
    overdue: ['Hemoglobina de los 6 meses'],
  });
  const measured = { ...older, screenings: [{ fechaaplicacion: '2026-09-10' }] };
  expect(nextVisit(measured, '2026-09-10').overdue).toEqual([]);
});

test('an agreed day comes before an earlier one that is only recommended, and takes it along', () => {
  const about = { when: 'later' } as const;
  const vaccine = { ...about, kind: 'vacuna', name: 'Tdap', date: '2026-08-20' } as const;
  const control = { ...about, kind: 'control', name: 'Control prenatal', date: '2026-09-10', agreed: true } as const;
  expect(plan([vaccine, control])).toEqual({
    date: '2026-09-10',
    reasons: ['Control prenatal', 'Vacuna: Tdap'],
    overdue: [],
  });
  expect(plan([{ ...vaccine, date: '2026-09-18' }, control].toReversed()).reasons).toEqual(['Control prenatal']);
  expect(plan([control, { ...vaccine, date: '2026-09-17' }]).reasons).toEqual(['Control prenatal', 'Vacuna: Tdap']);
});
