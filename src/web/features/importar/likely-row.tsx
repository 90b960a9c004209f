import { Button, Group, Stack } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useRef } from 'react';
import { showDay } from '#domain/calendar.ts';
import type { Decision, Import, ImportRow, RowMatch, RowState } from '#domain/calls/importing.ts';
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
  const sent = decisions?.sending.get(fila);
  const choice = (label: string, about: string, decision: Decision, match?: RowMatch) =>
    decisions && (
      <Choice
        label={label}
        about={about}
        pressed={sent?.decision === decision && sent.persona === match?._id}
        busy={sent !== undefined}
        onPress={() => decisions.decide({ fila, decision, ...(match && { persona: match._id }) })}
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

const DECIDED = {
  misma: 'Decidido: es la misma persona.',
  distinta: 'Decidido: es otra persona.',
  omitir: 'Decidido: se omite.',
} as const satisfies Record<Decision, string>;

/** Rows with these states can still be decided otherwise. */
const REVERSIBLE: readonly RowState[] = ['nueva', 'cambia', 'omitida'];

/** What was decided about a row, which can be taken back. */
export function DecidedRow({ row: { fila, estado, decision }, decisions }: Omit<LikelyRowProps, 'current'>) {
  const busy = decisions?.sending.has(fila) ?? false;
  return (
    <Group gap="xs" fz="sm">
      {decision && DECIDED[decision]}
      {decisions && REVERSIBLE.includes(estado) && (
        <Choice
          label="Cambiar la decisión"
          about={`fila ${fila}`}
          pressed={busy}
          busy={busy}
          onPress={() => decisions.decide({ fila, decision: null })}
        />
      )}
    </Group>
  );
}
