import { Button, Group } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Note } from '#web/ui/feedback/note.tsx';

interface RememberedLineProps {
  icon: TablerIcon;
  /** What is filled in already. */
  children: ReactNode;
  /** What the button changes, for screen readers. */
  about: string;
  opened: boolean;
  onToggle: () => void;
  /** The inputs, shown while it is opened. */
  inputs: ReactNode;
}

/** Values that are filled in already, in one line of 44 px, with a button to change them. */
export function RememberedLine({ icon, children, about, opened, onToggle, inputs }: RememberedLineProps) {
  return (
    <>
      <Note
        icon={icon}
        action={
          <Button
            variant="subtle"
            size="sm"
            aria-expanded={opened}
            aria-label={opened ? `Listo: ${about}` : `Cambiar ${about}`}
            onClick={onToggle}
          >
            {opened ? 'Listo' : 'Cambiar'}
          </Button>
        }
      >
        {children}
      </Note>
      {opened && (
        <Group gap="md" align="flex-start" grow>
          {inputs}
        </Group>
      )}
    </>
  );
}
