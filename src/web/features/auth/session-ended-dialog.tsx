import type { Reauthentication } from '#web/lib/reauthentication.ts';
import { HeldDialog } from './held-dialog.tsx';
import { SessionEndedForm } from './session-ended-form.tsx';

interface SessionEndedDialogProps {
  ended: Reauthentication | null;
  onLeave: () => Promise<void>;
}

/** Asks the same person for the password, above the screen as it was; what failed then goes on by itself. */
export default function SessionEndedDialog({ ended, onLeave }: SessionEndedDialogProps) {
  return (
    <HeldDialog held={ended} title="Tu sesión terminó" onLeave={onLeave}>
      {({ previous }, leave) => <SessionEndedForm cedula={previous.cedula} onLeave={leave} />}
    </HeldDialog>
  );
}
