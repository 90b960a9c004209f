import { Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

export function FieldWarning({ children }: { children: string }) {
  return (
    <Group
      component="span"
      gap="2xs"
      wrap="nowrap"
      align="flex-start"
      c="var(--warn-fg)"
      fw="var(--mantine-font-weight-medium)"
    >
      <IconAlertTriangle size={16} aria-hidden />
      <span>{children}</span>
    </Group>
  );
}
