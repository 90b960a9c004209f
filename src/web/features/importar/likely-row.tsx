import { Button, Group, Stack } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useRef } from 'react';
import { showDay } from '#domain/calendar.ts';
import type { Decision, Import, ImportRow, RowMatch } from '#domain/calls/importing.ts';
import { useFocusFallback } from '#web/ui/page/focus-fallback.ts';
import { Callout } from '#web/ui/shapes/callout.tsx';
import { ColumnGrid } from '#web/ui/shapes/columns.tsx';
import { Facts } from '#web/ui/shapes/facts.tsx';
import { cellOf } from './row-cells.ts';
import type { Decisions } from './use-decisions.ts';

/** What is compared, with the field of the row and of a match. */
const COMPARED = [
  ['cedula', 'Cédula'],
  ['nombres', 'Nombres'],
  ['apellidos', 'Apellidos'],
  ['fechanacimiento', 'Fecha de nacimiento'],
  ['provincia', 'Provincia'],
  ['canton', 'Cantón'],
] as const satisfies readonly (readonly [keyof RowMatch, string])[];

const matchText = (match: RowMatch, field: keyof RowMatch): string => {
  const value = match[field] ?? '';
  return field === 'fechanacimiento' && value ? showDay(value) : value;
};

interface ChoiceProps {
  label: string;
  /** What the button is about, after its label. */
  about: string;
  pressed: boolean;
  busy: boolean;
  onPress: () => void;
}

function Choice({ label, about, pressed, busy, onPress }: ChoiceProps) {
  const button = useRef<HTMLButtonElement>(null);
  useFocusFallback(button);
  return (
    <Button
      ref={button}
      variant={pressed ? 'filled' : 'outline'}
      aria-pressed={pressed}
      aria-disabled={busy || undefined}
      aria-label={`${label}: ${about}`}
      leftSection={pressed && <IconCheck size={18} aria-hidden />}
      onClick={onPress}
    >
      {label}
    </Button>
  );
}

interface LikelyRowProps {
  current: Import;
  row: ImportRow;
  /** Absent when rows are no longer decided. */
  decisions: Decisions | undefined;
}

/** A row beside the people that it resembles, with the choice among them. */
export function LikelyRow({ current, row, decisions }: LikelyRowProps) {
  const { fila, parecidas } = row;
  const sending = decisions?.sending.get(fila);
  const decision = sending ? sending.decision : row.decision;
  const person = sending ? (sending.persona ?? null) : row.elegida;
  const isChosen = (one: Decision, match?: RowMatch) =>
    decision === one && (match === undefined || person === match._id || (person === null && parecidas.length === 1));
  const choose = (one: Decision, match?: RowMatch) =>
    decisions?.decide({
      fila,
      decision: isChosen(one, match) ? null : one,
      ...(match && !isChosen(one, match) && { persona: match._id }),
    });
  const choice = (label: string, about: string, one: Decision, match?: RowMatch) =>
    decisions && (
      <Choice
        label={label}
        about={about}
        pressed={isChosen(one, match)}
        busy={sending !== undefined}
        onPress={() => choose(one, match)}
      />
    );
  const compared = COMPARED.filter(
    ([field]) => cellOf(current, row, field) !== '' || parecidas.some((match) => matchText(match, field) !== ''),
  );
  const factsOf = (textOf: (field: keyof RowMatch) => string) =>
    compared.map(([field, label]) => ({ label, value: textOf(field) || '—' }));
  return (
    <Stack gap="xs" mt="xs">
      <ColumnGrid narrow>
        <Callout tone="quiet" py="sm">
          <b>En el archivo</b>
          <Facts facts={factsOf((field) => cellOf(current, row, field))} />
        </Callout>
        {parecidas.map((match) => (
          <Callout key={match._id} tone="brand" py="sm">
            <b>Ya está registrada</b>
            <Facts facts={factsOf((field) => matchText(match, field))} />
            <Group mt="sm">
              {choice('Es la misma persona', `fila ${fila}, ${match.nombres} ${match.apellidos}`, 'misma', match)}
            </Group>
          </Callout>
        ))}
      </ColumnGrid>
      {decisions && (
        <Group gap="xs">
          {choice('Es otra persona', `fila ${fila}`, 'distinta')}
          {choice('Omitir la fila', `fila ${fila}`, 'omitir')}
        </Group>
      )}
    </Stack>
  );
}
