import { Text } from '@mantine/core';
import { showDay, today } from '#domain/calendar.ts';
import type { VisitRow } from '#domain/calls/follow-up.ts';

const DATES = [
  ['proximoControl', 'control'],
  ['proximaVacuna', 'vacunas'],
  ['proximaHemoglobina', 'hemoglobina'],
] as const satisfies readonly (readonly [keyof VisitRow, string])[];

const appointmentsOf = (row: VisitRow) =>
  DATES.flatMap(([name, label]) => (row[name] ? [{ label, day: row[name] }] : []));

/** The next appointments of a child in one line: "Próximas citas: control desde el 10/07/2026, hemoglobina 15/12/2026". */
export function NextDates({ row }: { row: VisitRow }) {
  const dates = appointmentsOf(row).map(
    ({ label, day }) => `${label} ${day <= today() ? 'desde el ' : ''}${showDay(day)}`,
  );
  if (dates.length === 0) return null;
  return <Text size="xs" c="dimmed">{`Próximas citas: ${dates.join(', ')}`}</Text>;
}

/** The appointments after today, for a card whose reasons already name what is due: "hemoglobina 15/12/2026". */
export const laterDates = (row: VisitRow): string =>
  appointmentsOf(row)
    .filter(({ day }) => day > today())
    .map(({ label, day }) => `${label}\u00a0${showDay(day)}`)
    .join(', ');
