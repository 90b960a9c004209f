import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, daysBetween } from '../calendar.ts';
import { childSummary } from '../follow-up/child-summary.ts';
import { nextHaemoglobin } from '../follow-up/haemoglobin.ts';
import { CURRENT_SCHEDULE, PREVIOUS_SCHEDULE } from '../vaccines/schedule.ts';
import { VACCINES } from '../vaccines/vaccine-names.ts';
import { appointmentGroups, withSince } from './appointment-groups.ts';
import { appointmentWords } from './appointment-words.ts';
import { childAppointments, type FollowedChild } from './appointments.ts';

const BIRTH = '2026-01-15';
const child = (change: Partial<FollowedChild> = {}): FollowedChild => ({
  birth: BIRTH,
  controls: [],
  vaccines: [],
  screenings: [],
  ...change,
});
const ofKind = (one: FollowedChild, day: string, kind: string) =>
  childAppointments(one, day).filter((appointment) => appointment.kind === kind);

test('a newborn has its first control, every dose with a day, and haemoglobin at 6, 12 and 18 months', () => {
  expect(ofKind(child(), BIRTH, 'control')).toMatchObject([
    { name: 'Control del mes', date: '2026-02-15', when: 'later' },
  ]);
  expect(ofKind(child(), BIRTH, 'hemoglobina').map(({ name, date }) => [name, date])).toEqual([
    ['Hemoglobina de los 6 meses', '2026-07-15'],
    ['Hemoglobina de los 12 meses', '2027-01-15'],
    ['Hemoglobina de los 18 meses', '2027-07-15'],
  ]);
  const doses = ofKind(child(), BIRTH, 'vacuna');
  expect(doses[0]).toMatchObject({ name: 'BCG, dosis única', date: BIRTH, when: 'due' });
  expect(doses.map(({ name }) => name)).toContain('Hexavalente, refuerzo (4.ª dosis)');
  // Campaign doses have no day that a family could keep.
  expect(doses.map(({ name }) => name).join()).not.toContain('Influenza');
});

test('a control is due on its day, and one that is dated in the future was not made yet', () => {
  const seen = child({ controls: [{ fecha: '2026-02-15' }, { fecha: '2026-04-15' }] });
  expect(ofKind(seen, '2026-03-14', 'control')).toMatchObject([{ date: '2026-03-15', when: 'later' }]);
  expect(ofKind(seen, '2026-03-15', 'control')).toMatchObject([{ date: '2026-03-15', when: 'due' }]);
  expect(ofKind(seen, '2026-04-15', 'control')).toMatchObject([{ date: '2026-05-15', when: 'later' }]);
});

test('the last control is at 24 months, after which none follows', () => {
  const grown = (fecha: string) => ofKind(child({ controls: [{ fecha }] }), fecha, 'control');
  expect(grown('2028-01-14')).toMatchObject([{ name: 'Control de los 24 meses', date: '2028-01-15' }]);
  expect(grown('2028-01-15')).toEqual([]);
});

test('a dose behind one that is due has no day of its own', () => {
  const names = (day: string) => ofKind(child(), day, 'vacuna').map(({ name, when }) => [name, when].join(' '));
  const hexavalent = (day: string) => names(day).filter((name) => name.startsWith('Hexavalente'));
  expect(hexavalent('2026-03-14')).toHaveLength(4);
  expect(hexavalent('2026-03-15')).toEqual(['Hexavalente, 1.ª dosis due']);
});

test('families read what a vaccine protects from, without the brand', () => {
  const words = ofKind(child(), BIRTH, 'vacuna').map(appointmentWords);
  expect(words).toContain('Neumococo (neumonía y meningitis), 1.ª dosis');
  expect(words).toContain('SRP (sarampión, rubéola y paperas), 1.ª dosis');
});

test('appointments of one day are together, what is due comes first and says since when', () => {
  const groups = appointmentGroups(childAppointments(child({ controls: [{ fecha: '2026-02-15' }] }), '2026-02-20'));
  expect(groups.slice(0, 2).map(({ time }) => time)).toEqual(['Ya le toca', '15 de marzo de 2026']);
  const [due, march] = groups;
  expect(due?.appointments.map((one) => withSince(one.name, one))).toEqual(['BCG, dosis única, desde el 15/01/2026']);
  expect(march?.appointments.map(({ name }) => name)).toEqual([
    'Control de los 2 meses',
    'Rotavirus, 1.ª dosis',
    'Hexavalente, 1.ª dosis',
    'Neumococo conjugada, 1.ª dosis (PCV13)',
  ]);
});

test('without a birth date nothing has a day', () => {
  expect(childAppointments(child({ birth: null, controls: [{ fecha: '2026-02-15' }] }), '2026-03-01')).toEqual([]);
});

const TODAY = '2026-11-26';
const age = fc.integer({ min: 0, max: 1000 });
const dayAgo = fc.integer({ min: -40, max: 1000 }).map((days) => addDays(TODAY, -days));
const dose = fc.constantFrom(...CURRENT_SCHEDULE, ...PREVIOUS_SCHEDULE);
const records = fc.record({
  birth: fc.option(age.map((days) => addDays(TODAY, -days))),
  controls: fc.array(
    dayAgo.map((fecha) => ({ fecha })),
    { maxLength: 6 },
  ),
  vaccines: fc.array(
    fc.tuple(dose, dayAgo).map(([{ vaccine, number }, fechaaplicacion]) => ({
      tipovacuna: VACCINES[vaccine].label,
      dosis: number ?? 1,
      fechaaplicacion,
    })),
    { maxLength: 25 },
  ),
  screenings: fc.array(
    dayAgo.map((fechaaplicacion) => ({ fechaaplicacion })),
    { maxLength: 3 },
  ),
});

test('the next control, vaccine and haemoglobin have the days that Seguimiento stores', () => {
  fc.assert(
    fc.property(records, ({ birth, controls, vaccines, screenings }) => {
      const summarised = controls.map(({ fecha }, orden) => ({
        ...{ _id: String(orden), fecha, orden, registered: 0 },
        ...{ edad: 1, peso: 5, longitud: 60, perimetro: 40 },
      }));
      const about = { birth, registered: new Date('2026-01-01') };
      const stored = childSummary(about, { control: summarised, vacuna: vaccines, rn: [] }, null, TODAY).child;
      const next = childAppointments({ birth, controls, vaccines, screenings }, TODAY);
      const first = (kind: string) =>
        next
          .filter((one) => one.kind === kind)
          .map(({ date }) => date ?? '')
          .sort()[0] ?? null;
      const latest = screenings
        .map(({ fechaaplicacion }) => fechaaplicacion)
        .sort()
        .at(-1);
      expect([first('control'), first('vacuna'), first('hemoglobina')]).toEqual([
        stored.seguimientoHasta >= TODAY ? stored.proximoControl : null,
        stored.proximaVacuna,
        nextHaemoglobin(birth, latest, TODAY),
      ]);
    }),
    { numRuns: 2_000 },
  );
});

test('a child that is not followed any more has no control', () => {
  const followed = child({ controls: [{ fecha: '2027-09-10' }] });
  expect(ofKind(followed, '2028-02-14', 'control')).toMatchObject([{ date: '2027-11-10', when: 'due' }]);
  expect(ofKind(followed, '2028-02-15', 'control')).toEqual([]);
});

test('what is due has a day until today, what comes later one after it, in order', () => {
  fc.assert(
    fc.property(records, (random) => {
      const next = childAppointments(random, TODAY);
      for (const { when, date } of next)
        expect(daysBetween(TODAY, date ?? ''), when).toSatisfy((days: number) =>
          when === 'later' ? days > 0 : days <= 0,
        );
      const later = next.filter(({ when }) => when === 'later').map(({ date }) => date);
      expect(later).toEqual(later.toSorted());
    }),
  );
});
