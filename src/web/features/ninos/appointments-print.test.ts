import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { showDay } from '#domain/calendar.ts';
import { withSince } from '#domain/visit/appointment-groups.ts';
import { appointmentWords } from '#domain/visit/appointment-words.ts';
import { childAppointments } from '#domain/visit/appointments.ts';
import type { Row } from '#web/lib/row.ts';
import { childAppointmentBlocks } from './appointments-print.ts';

const BIRTH = '2026-01-15';
const DAY = '2026-05-20';
beforeAll(() => vi.useFakeTimers({ now: new Date(`${DAY}T12:00:00-05:00`) }));
afterAll(() => vi.useRealTimers());

const rows = (...values: object[]) => values as Row[];
const vaccines = rows(
  { tipovacuna: 'BCG', dosis: 1, fechaaplicacion: BIRTH },
  { tipovacuna: 'Rotavirus', dosis: 1, fechaaplicacion: '2026-03-20' },
  { tipovacuna: 'Vacuna de otro país', dosis: 2, fechaaplicacion: '2026-04-01' },
);
const controls = rows({ fecha: '2026-05-15' });
const printed = (birth: string | null = BIRTH) =>
  childAppointmentBlocks(
    birth,
    new Map([
      ['control', controls],
      ['vacuna', vaccines],
    ]),
  );

function tableOf(birth?: string | null) {
  const [table] = printed(birth);
  if (table?.kind !== 'table') throw new Error('no table');
  return table.rows;
}
const lines = (birth?: string | null) =>
  tableOf(birth).flatMap(([time, what]) => (what ?? '').split('\n').map((line) => [time, line]));
function checklist() {
  const list = printed().at(-1);
  if (list?.kind !== 'checklist') throw new Error('no checklist');
  return list.groups;
}

describe('the next appointments on paper', () => {
  it('are those of the page, in words of a family, each time once', () => {
    const child = { birth: BIRTH, controls, vaccines, screenings: [] };
    expect(lines().map(([, what]) => what)).toEqual(
      childAppointments(child, DAY).map((one) => withSince(appointmentWords(one), one)),
    );
    const times = tableOf().map(([time]) => time);
    expect(times).toEqual([...new Set(times)]);
    expect(times.slice(0, 3)).toEqual(['Ya le toca', '15 de junio de 2026', '15 de julio de 2026']);
    expect(lines()).toContainEqual(['15 de junio de 2026', 'Control de los 5 meses']);
    expect(lines()[0]?.[1]).toMatch(/^Hexavalente \(difteria, .+\), 1\.ª dosis, desde el 15\/03\/2026$/);
  });

  it('have the examination of haemoglobin at 6, 12 and 18 months', () => {
    const examinations = lines().filter(([, what]) => what?.startsWith('Examen de sangre'));
    expect(examinations.map(([, what]) => what)).toEqual(
      [6, 12, 18].map((months) => `Examen de sangre para ver si tiene anemia (hemoglobina), a los ${months} meses`),
    );
    expect(examinations[0]?.[0]).toBe('15 de julio de 2026');
  });

  it('say what is missing without a birth date, which also leaves the calendar out', () => {
    expect(tableOf(null)).toEqual([['—', 'Falta la fecha de nacimiento para decir cuándo le toca cada cita.']]);
    expect(printed(null)).toHaveLength(1);
  });
});

describe('the vaccination calendar on paper', () => {
  it('ticks what was given, with its day, and nothing else', () => {
    const ticked = checklist().flatMap(({ items }) => items.filter((item) => item.ticked));
    expect(ticked.map(({ label, note }) => [label, note])).toEqual([
      ['BCG (formas graves de tuberculosis), dosis única', `Puesta el ${showDay(BIRTH)}`],
      ['Rotavirus (diarrea grave), 1.ª dosis', 'Puesta el 20/03/2026'],
      ['Vacuna de otro país, dosis 2', 'Puesta el 01/04/2026'],
    ]);
  });

  it('has every age from birth on, and says when a dose that is missing is given', () => {
    expect(checklist().map(({ title }) => title)).toEqual([
      'Al nacer',
      ...[2, 4, 6, 12, 15, 18].map((months) => `A los ${months} meses`),
      'Cuando lo indique el centro de salud',
      'Otras vacunas',
    ]);
    const notes = new Map(checklist().flatMap(({ items }) => items.map(({ label, note }) => [label, note])));
    expect(notes.get('Rotavirus (diarrea grave), 2.ª dosis')).toBe('Ya le toca');
    const hexavalent = [...notes].filter(([label]) => label.startsWith('Hexavalente')).map(([, note]) => note);
    expect(hexavalent).toEqual([
      'Ya le toca',
      'Después de la dosis anterior',
      'Desde el 15/07/2026',
      'Desde el 15/07/2027',
    ]);
    expect(notes.get('Hepatitis B del recién nacido, dosis cero')).toBe('Ya no corresponde por la edad');
    expect(notes.get('Influenza (gripe), 1.ª dosis')).toBe('Según la campaña de la temporada');
  });
});
