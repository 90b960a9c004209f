import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { Note } from '#web/ui/feedback/note.tsx';

/** Shown over values that come from a draft. */
export function RestoredNote({ onDiscard }: { onDiscard: () => void }) {
  return (
    <Note
      role="status"
      icon={IconHistory}
      action={
        <Button variant="subtle" size="sm" onClick={onDiscard}>
          Descartar
        </Button>
      }
    >
      Recuperamos lo que habías escrito.
    </Note>
  );
}
