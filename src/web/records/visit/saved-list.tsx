import { Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { showValue } from '#domain/fields/index.ts';
import { fieldOf } from '#domain/records/row.ts';
import { Card } from '#web/ui/shapes/card.tsx';
import type { SavedRecord } from './visit.ts';
import { dayFieldsOf } from './visit-fields.tsx';

/** What a record says in one line: its headline, and its measures with their units. */
function recordLine({ definition, values }: SavedRecord): string {
  const { fields, headline } = definition;
  const derived = dayFieldsOf(definition).map(([name]) => name);
  const measures = Object.entries(fields).flatMap(([name, field]) => {
    const value = fieldOf(values, name);
    if (field.kind !== 'number' || !field.unit || derived.includes(name) || value === null) return [];
    return [`${showValue(field, value)} ${field.unit}`];
  });
  return [headline ? String(values[headline] ?? '') : '', ...measures].filter(Boolean).join(' · ');
}

/** The records of the visit, each with the message that its own form would have shown. */
export function SavedList({ records }: { records: readonly SavedRecord[] }) {
  return (
    <Card as="section" aria-label="Lo que se guardó">
      <Stack component="ul" gap="xs">
        {records.map((record) => (
          <Group key={record._id} component="li" gap="xs" wrap="nowrap" align="flex-start">
            <IconCircleCheck size={22} color="var(--ok-fg)" aria-hidden />
            <div>
              <Text span display="block" size="sm" fw="var(--mantine-font-weight-bold)">
                {record.definition.titles.short}
              </Text>
              <Text span display="block" size="sm">
                {recordLine(record)}
              </Text>
              <Text span display="block" size="xs" c="dimmed">
                {record.message}
              </Text>
            </div>
          </Group>
        ))}
      </Stack>
    </Card>
  );
}
