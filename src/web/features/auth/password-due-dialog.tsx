import { IconLock } from '@tabler/icons-react';
import { ERRORS } from '#domain/errors.ts';
import type { PasswordDue } from '#web/lib/password-due.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { useLatestShown } from '#web/ui/feedback/use-latest-shown.ts';
import { PasswordForm } from './password-form.tsx';

interface PasswordDueDialogProps {
  due: PasswordDue | null;
  onLeave: () => Promise<void>;
}

/** Asks for a new password above the screen as it was; what was refused then goes on by itself. */
export default function PasswordDueDialog({ due, onLeave }: PasswordDueDialogProps) {
  const { shown, opened } = useLatestShown(due);
  const leave = async () => {
    due?.settle(false);
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
      title="Cambia tu contraseña"
    >
      <p>{ERRORS.passwordChange.message} Nada de lo que escribiste se ha perdido.</p>
      {shown && <PasswordForm onLeave={() => void leave()} />}
    </Dialog>
  );
}
