import { Box, Text } from '@mantine/core';
import { showInstantInWords } from '#domain/calendar.ts';
import type { Waiting } from '#domain/sync/lane.ts';
import { toChild, toWoman } from '#web/records/patients/patient-kind.ts';
import { TextLink } from '#web/ui/page/links.tsx';
import { isThere, NOBODY, placeOf, whatOf } from './operation-words.ts';

interface OperationTitleProps {
  operation: Pick<Waiting, 'hace' | 'tipo' | 'persona' | '_id'>;
  quien: string;
  /** When it was written, ISO 8601. */
  when: string;
  /** Whether the booklet is to be opened from here. */
  leads?: boolean;
}

/** The booklet, opened where the operation belongs. */
export function bookletLink(operation: OperationTitleProps['operation']) {
  const { kind, persona, section } = placeOf(operation);
  return { ...(kind === 'nino' ? toChild(persona) : toWoman(persona)), search: { seccion: section } };
}

/** Whom an operation is about, what it does and when it was written. */
export function OperationTitle({ operation, quien, when, leads = false }: OperationTitleProps) {
  const name = quien || NOBODY;
  return (
    <div>
      <Box component="h3" fz="md" style={{ overflowWrap: 'anywhere' }}>
        {leads && isThere(operation) ? <TextLink {...bookletLink(operation)}>{name}</TextLink> : name}
      </Box>
      <Text size="sm" c="dimmed">
        {whatOf(operation)} · <time dateTime={when}>{showInstantInWords(when)}</time>
      </Text>
    </div>
  );
}
