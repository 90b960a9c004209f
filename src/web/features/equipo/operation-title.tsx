import { Box, Text } from '@mantine/core';
import { showInstantInWords } from '#domain/calendar.ts';
import type { PendingOperation } from '#domain/sync/lane.ts';
import { WRONG_DATE } from '#web/device/shown/device-warning.ts';
import { toChild, toWoman } from '#web/records/booklet/booklet-links.ts';
import { TextLink } from '#web/ui/page/links.tsx';
import { canOpenBooklet, NAME_UNKNOWN, operationPlace, operationText } from './operation-words.ts';

interface OperationTitleProps {
  operation: Pick<PendingOperation, 'hace' | 'tipo' | 'persona' | '_id'>;
  quien: string;
  /** When it was recorded, ISO 8601. */
  when: string;
  leads?: boolean | undefined;
  /** The clock was wrong when it was recorded. */
  misdated?: boolean | undefined;
}

export function bookletLink(operation: OperationTitleProps['operation']) {
  const { kind, persona, section } = operationPlace(operation);
  return { ...(kind === 'nino' ? toChild(persona) : toWoman(persona)), search: { seccion: section } };
}

/** The person of an operation, its kind and its time. */
export function OperationTitle({ operation, quien, when, leads = false, misdated = false }: OperationTitleProps) {
  const name = quien || NAME_UNKNOWN;
  return (
    <div>
      <Box component="h3" fz="md" style={{ overflowWrap: 'anywhere' }}>
        {leads && canOpenBooklet(operation) ? <TextLink {...bookletLink(operation)}>{name}</TextLink> : name}
      </Box>
      <Text size="sm" c="dimmed">
        {operationText(operation)} · <time dateTime={when}>{showInstantInWords(when)}</time>
      </Text>
      {misdated && (
        <Text size="sm" c="var(--warn-fg)">
          {WRONG_DATE}: revisa la de este registro.
        </Text>
      )}
    </div>
  );
}
