import { Button } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { useHelpEntry } from './use-help-entry.ts';

interface HelpLinkProps {
  /** The name of the field that shows the explanation. */
  name: string;
  onOpen: () => void;
  children: string;
}

/** Opens the explanation of a field from elsewhere, such as the calendar of a date. */
export function HelpLink({ name, onOpen, children }: HelpLinkProps) {
  const { open } = useHelpEntry(name);
  return (
    <Button
      variant="subtle"
      fullWidth
      leftSection={<IconHelpCircle size={20} aria-hidden />}
      onClick={() => {
        onOpen();
        open();
      }}
    >
      {children}
    </Button>
  );
}
