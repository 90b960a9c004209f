import type { Reauthentication } from '#web/lib/reauthentication.ts';
import { BlockingDialog } from './blocking-dialog.tsx';
import { SessionEndedForm } from './session-ended-form.tsx';

interface SessionEndedDialogProps {
  ended: Reauthentication | null;
  onLeave: () => Promise<void>;
}

/** Asks for the password again above the screen; the failed request is then repeated. */
export default function SessionEndedDialog({ ended, onLeave }: SessionEndedDialogProps) {
  return (
    <BlockingDialog request={ended} title="Tu sesión terminó" onLeave={onLeave}>
      {({ previous }, leave) => <SessionEndedForm cedula={previous.cedula} onLeave={leave} />}
    </BlockingDialog>
  );
}
