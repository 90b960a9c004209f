import { Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { type Field, showValue } from '#domain/fields/index.ts';
import { fieldOf } from '#domain/records/row.ts';
import { Card } from '#web/ui/shapes/card.tsx';
import type { SavedRecord } from './visit.ts';
import { dayFieldsOf } from './visit-fields.tsx';

/** A long record, such as that of a newborn, is shortened to its first values. */
const VALUES_IN_LINE = 4;

/** Numbers, and texts that are typed letter by letter, such as a lot; names and lists are the same for the whole visit. */
const isTyped = (field: Field) =>
  field.kind === 'number' || (field.kind === 'text' && !field.catalog && !field.upperCase && !field.multiline);

/** What a record says in one line: its headline and its values with label and unit, "Rotavirus · Dosis 1 · Lote R-2201". */
function recordLine({ definition, values }: SavedRecord): string {
  const { fields, headline } = definition;
  const elsewhere = [headline, ...dayFieldsOf(definition).map(([name]) => name)];
  const typed = Object.entries(fields).flatMap(([name, field]) => {
    const value = fieldOf(values, name);
    if (!isTyped(field) || elsewhere.includes(name) || value === null || value === '') return [];
    const unit = field.kind === 'number' && field.unit ? ` ${field.unit}` : '';
    return [`${field.label} ${showValue(field, value)}${unit}`];
  });
  return [headline ? String(values[headline] ?? '') : '', ...typed.slice(0, VALUES_IN_LINE)]
    .filter(Boolean)
    .join(' · ');
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
