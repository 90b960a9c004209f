import { IconLock } from '@tabler/icons-react';
import type { Reauthentication } from '#web/lib/reauthentication.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { useLatestShown } from '#web/ui/feedback/use-latest-shown.ts';
import { SessionEndedForm } from './session-ended-form.tsx';

interface SessionEndedDialogProps {
  ended: Reauthentication | null;
  onLeave: () => Promise<void>;
}

/** Asks the same person for the password, above the screen as it was; what failed then goes on by itself. */
export default function SessionEndedDialog({ ended, onLeave }: SessionEndedDialogProps) {
  const { shown, opened } = useLatestShown(ended);
  const leave = async () => {
    ended?.settle(false);
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
      title="Tu sesión terminó"
    >
      {shown && <SessionEndedForm cedula={shown.previous.cedula} onLeave={leave} />}
    </Dialog>
  );
}
