import { describe, expect, it } from 'vitest';
import { REQUIRED, tryField } from '../../../tests/support/try-field.ts';
import { addDays, today } from '../calendar.ts';
import type { DateField } from './field.ts';

const date = (rules: Partial<DateField> = {}) => tryField({ kind: 'date', label: 'Fecha', ...rules });
const NOT_DATE = { refused: ['Debe ser una fecha válida (AAAA-MM-DD)'] };

describe('date', () => {
  it.each([undefined, null, '', '  '])('a blank value (%j) is null, or an error if required', (value) => {
    expect(date()(value)).toEqual({ stored: null });
    expect(date({ required: true })(value)).toEqual(REQUIRED);
  });

  it('a calendar date is stored unchanged', () => {
    expect(date()('2024-02-29')).toEqual({ stored: '2024-02-29' });
    expect(date()(' 2024-02-29 ')).toEqual({ stored: '2024-02-29' });
  });

  it.each(['2023-02-29', '2026-13-01', '22/09/2026', 'mañana', '2026-09-22T00:00:00Z', 20260922, true, [], {}])(
    '%j is not a date',
    (value) => {
      expect(date()(value)).toEqual(NOT_DATE);
    },
  );

  it('today is accepted as not in the future, and a later day is refused', () => {
    const notFuture = date({ notFuture: true });
    expect(notFuture(today())).toEqual({ stored: today() });
    expect(notFuture(addDays(today(), 2))).toEqual({ refused: ['La fecha no puede estar en el futuro'] });
    expect(date()(addDays(today(), 2))).toEqual({ stored: addDays(today(), 2) });
  });
});
