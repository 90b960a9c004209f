import '@mantine/core/styles/ActionIcon.layer.css';
import { ActionIcon, Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useWide } from '#web/ui/page/use-wide.ts';
import type { OpenHistory } from './history-context.ts';

export function HistoryButton({ onOpen }: { onOpen: OpenHistory }) {
  const wide = useWide();
  const shared = { 'aria-haspopup': 'dialog', onClick: () => onOpen() } as const;
  if (!wide)
    return (
      <ActionIcon variant="transparent" c="inherit" aria-label="Historial" {...shared}>
        <IconHistory size={24} aria-hidden />
      </ActionIcon>
    );
  return (
    <Button variant="on-dark" size="sm" leftSection={<IconHistory size={18} aria-hidden />} {...shared}>
      Historial
    </Button>
  );
}

export function RecordHistoryButton({ record, onOpen }: { record: string; onOpen: OpenHistory }) {
  return (
    <ActionIcon
      aria-label="Historial de este registro"
      aria-haspopup="dialog"
      onClick={(event) => {
        event.stopPropagation();
        onOpen(record);
      }}
    >
      <IconHistory size={20} aria-hidden />
    </ActionIcon>
  );
}
