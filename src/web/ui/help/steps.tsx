import { Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Disc } from '#web/ui/shapes/disc.tsx';

/** Numbered steps. @param first the number of the first one */
export function Steps({ steps, first = 1 }: { steps: readonly { key: string; content: ReactNode }[]; first?: number }) {
  return (
    <Stack component="ol" gap="sm">
      {steps.map(({ key, content }, index) => (
        <Group key={key} component="li" gap="sm" wrap="nowrap" align="flex-start">
          <Disc tone="brand" size="sm">
            <span aria-hidden>{first + index}</span>
          </Disc>
          <div style={{ minWidth: 0, flex: 1 }}>{content}</div>
        </Group>
      ))}
    </Stack>
  );
}
