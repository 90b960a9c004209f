import '@mantine/core/styles/ActionIcon.layer.css';
import { ActionIcon, Box, Group, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { DayVisit } from '#domain/device/my-day.ts';
import type { useMyDay } from '#web/records/my-day/use-my-day.ts';
import { Card } from '#web/ui/shapes/card.tsx';
import { ContactActions, VisitLink } from './visit-actions.tsx';
import { ChildName, DENSE } from './visit-card.tsx';
import { nameOf } from './visited-child.ts';

interface OrderButtonsProps {
  name: string;
  place: number;
  count: number;
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** Moves a visit in the round, or takes it out. The arrows stay focusable at both ends. */
function OrderButtons({ name, place, count, onMove, onRemove }: OrderButtonsProps) {
  const moves = [
    { label: `Subir a ${name}`, to: place - 1, Icon: IconArrowUp },
    { label: `Bajar a ${name}`, to: place + 1, Icon: IconArrowDown },
  ];
  return (
    <Group gap={0} wrap="nowrap">
      {moves.map(({ label, to, Icon }) => {
        const isPossible = to >= 0 && to < count;
        return (
          <ActionIcon
            key={label}
            aria-label={label}
            aria-disabled={!isPossible}
            c={isPossible ? 'laguna.7' : 'dimmed'}
            onClick={({ currentTarget }) => {
              if (!isPossible) return;
              // Moving an element in the page takes its focus away.
              flushSync(() => onMove(to));
              currentTarget.focus();
            }}
          >
            <Icon size={22} aria-hidden />
          </ActionIcon>
        );
      })}
      <ActionIcon aria-label={`Quitar de mi día a ${name}`} onClick={onRemove}>
        <IconX size={22} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

interface VisitedBoxProps {
  name: string;
  visited: boolean;
  onChange: (visited: boolean) => void;
}

function VisitedBox({ name, visited, onChange }: VisitedBoxProps) {
  return (
    <Group component="label" gap="xs" mih="var(--touch)" fz="sm">
      <Box
        component="input"
        type="checkbox"
        w="1.375rem"
        h="1.375rem"
        style={{ accentColor: 'var(--mantine-color-laguna-7)' }}
        aria-label={`Visitado: ${name}`}
        checked={visited}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      Visitado
    </Group>
  );
}

interface DayVisitsProps {
  day: ReturnType<typeof useMyDay>;
  /** Called when a visit with the focused button was taken out. */
  onRemoved: () => void;
}

/** The round of today: each visit can be ticked off, moved and taken out. */
export function DayVisits({ day: { visits, move, remove, setVisited }, onRemoved }: DayVisitsProps) {
  const [announced, setAnnounced] = useState('');
  const moveTo = ({ _id, ...visit }: DayVisit, to: number) => {
    move(_id, to);
    setAnnounced(`${nameOf(visit)}: lugar ${to + 1} de ${visits.length}`);
  };
  return (
    <>
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
      <Box
        component="ol"
        maw={620}
        aria-label="Visitas de hoy"
        style={{ display: 'grid', gap: 'var(--mantine-spacing-sm)' }}
      >
        {visits.map((visit, place) => (
          <Card as="li" key={visit._id} style={DENSE}>
            <Group gap={0} wrap="nowrap" align="flex-start">
              <ChildName child={visit} order={2} />
              <OrderButtons
                name={nameOf(visit)}
                place={place}
                count={visits.length}
                onMove={(to) => moveTo(visit, to)}
                onRemove={() => {
                  remove(visit._id);
                  onRemoved();
                }}
              />
            </Group>
            <Group gap="xs" wrap="nowrap" justify="space-between">
              <Text span size="xs" c="var(--ink-2)" truncate>
                {visit.lugar}
              </Text>
              <ContactActions child={visit} />
            </Group>
            <Group gap="xs" wrap="nowrap" justify="space-between">
              <VisitedBox
                name={nameOf(visit)}
                visited={visit.visitado}
                onChange={(visited) => setVisited(visit._id, visited)}
              />
              <VisitLink id={visit._id} />
            </Group>
          </Card>
        ))}
      </Box>
    </>
  );
}
