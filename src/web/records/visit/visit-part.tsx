import { Box, Group, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { RecordFormState } from '#web/records/form/use-record-form.ts';
import { inputId } from '#web/ui/fields/field-props.ts';
import { FailureAlert } from '#web/ui/form/failure-alert.tsx';
import { ProblemList } from '#web/ui/form/problem-list.tsx';
import { Card } from '#web/ui/shapes/card.tsx';
import { Disc } from '#web/ui/shapes/disc.tsx';
import classes from './visit.module.css';

interface VisitPartFrameProps {
  title: string;
  /** The number of the part; absent for one that is not filled in. */
  place?: number;
  aside?: ReactNode;
  children: ReactNode;
}

/** A part of the visit on a sheet of its own. */
export function VisitPartFrame({ title, place, aside, children }: VisitPartFrameProps) {
  return (
    <Card as="section" aria-label={title} className={classes.part ?? ''}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Group gap="xs" wrap="nowrap">
          {place && (
            <Disc tone="brand" size="sm">
              <span aria-hidden>{place}</span>
            </Disc>
          )}
          <h2>{title}</h2>
        </Group>
        {aside && <Box flex="none">{aside}</Box>}
      </Group>
      {children}
    </Card>
  );
}

/** What is said about a record with problems, that was refused, or saved while another one was refused. */
export function VisitRecordState({ form, isSaved }: { form: RecordFormState; isSaved: boolean }) {
  const { definition, failure, problems, scope } = form;
  if (isSaved)
    return (
      <Group gap="2xs" role="status" c="var(--ok-fg)">
        <IconCircleCheck size={20} aria-hidden />
        <Text span inherit size="sm" fw="var(--mantine-font-weight-bold)">
          Ya está guardado.
        </Text>
      </Group>
    );
  if (failure === null && problems.length < 2) return null;
  const idOf = (name: string) => (definition.fields[name] ? inputId({ name, scope }) : name);
  const labels = Object.fromEntries(Object.entries(definition.fields).map(([name, { label }]) => [idOf(name), label]));
  const linked = problems.map(({ msg, path }) => ({ msg, path: idOf(path) }));
  if (failure === null) return <ProblemList problems={linked} labels={labels} />;
  return (
    <FailureAlert error={failure} text={{ title: definition.messages.saveFailed }} problems={linked} labels={labels} />
  );
}
