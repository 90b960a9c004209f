import { ERRORS } from '#domain/errors.ts';
import type { PasswordDue } from '#web/lib/password-due.ts';
import { BlockingDialog } from './blocking-dialog.tsx';
import { PasswordForm } from './password-form.tsx';

interface PasswordDueDialogProps {
  due: PasswordDue | null;
  onLeave: () => Promise<void>;
}

/** Asks for a new password above the screen; the refused request is then repeated. */
export default function PasswordDueDialog({ due, onLeave }: PasswordDueDialogProps) {
  return (
    <BlockingDialog request={due} title="Cambia tu contraseña" onLeave={onLeave}>
      {(_, leave) => (
        <>
          <p>{ERRORS.passwordChange.message} Nada de lo que escribiste se ha perdido.</p>
          <PasswordForm onLeave={() => void leave()} />
        </>
      )}
    </BlockingDialog>
  );
}
