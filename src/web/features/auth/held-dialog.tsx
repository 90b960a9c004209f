import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { useLatestShown } from '#web/ui/feedback/use-latest-shown.ts';

/** What was refused and waits for the person; told whether it may go on. */
interface Held {
  settle: (goesOn: boolean) => void;
}

interface HeldDialogProps<H extends Held> {
  held: H | null;
  title: string;
  onLeave: () => Promise<void>;
  children: (shown: H, leave: () => Promise<void>) => ReactNode;
}

/** Asks for something above the screen as it was; only an answer, or leaving, closes it. */
export function HeldDialog<H extends Held>({ held, title, onLeave, children }: HeldDialogProps<H>) {
  const { shown, opened } = useLatestShown(held);
  const leave = async () => {
    held?.settle(false);
    await onLeave();
  };
  return (
    <Dialog
      opened={opened}
      onClose={() => undefined}
      closeOnEscape={false}
      zIndex={600}
      icon={<IconLock size={24} aria-hidden />}
      tone="brand"
      title={title}
    >
      {shown && children(shown, leave)}
    </Dialog>
  );
}
