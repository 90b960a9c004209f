import { Text } from '@mantine/core';
import { showDay, today } from '#domain/calendar.ts';
import type { VisitRow } from '#domain/calls/follow-up.ts';

const DATES = [
  ['proximoControl', 'control'],
  ['proximaVacuna', 'vacunas'],
  ['proximaHemoglobina', 'hemoglobina'],
] as const satisfies readonly (readonly [keyof VisitRow, string])[];

/** The next appointments of a child in one line: "Próximas citas: control desde el 10/07/2026, hemoglobina 15/12/2026". */
export function NextDates({ row }: { row: VisitRow }) {
  const dates = DATES.flatMap(([name, label]) =>
    row[name] ? [`${label} ${row[name] <= today() ? 'desde el ' : ''}${showDay(row[name])}`] : [],
  );
  if (dates.length === 0) return null;
  return <Text size="xs" c="dimmed">{`Próximas citas: ${dates.join(', ')}`}</Text>;
}
