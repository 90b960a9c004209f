import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { useLatestShown } from '#web/ui/feedback/use-latest-shown.ts';

/** A refused request that waits for the user; `settle(true)` repeats it. */
interface HeldRequest {
  settle: (repeat: boolean) => void;
}

interface BlockingDialogProps<H extends HeldRequest> {
  request: H | null;
  title: string;
  onLeave: () => Promise<void>;
  children: (shown: H, leave: () => Promise<void>) => ReactNode;
}

/** A dialog above the screen that only an answer, or leaving, closes. */
export function BlockingDialog<H extends HeldRequest>({
  request: refused,
  title,
  onLeave,
  children,
}: BlockingDialogProps<H>) {
  const { shown, opened } = useLatestShown(refused);
  const leave = async () => {
    refused?.settle(false);
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
