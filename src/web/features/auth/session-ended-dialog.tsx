import { wipedRemotely } from '#web/device/shown/wiped-remotely.ts';
import type { Reauthentication } from '#web/lib/reauthentication.ts';
import { useStore } from '#web/lib/store.ts';
import { BlockingDialog } from './blocking-dialog.tsx';
import { SessionEndedForm } from './session-ended-form.tsx';

interface SessionEndedDialogProps {
  ended: Reauthentication | null;
  onLeave: () => Promise<void>;
}

/** Asks for the password again above the screen; the failed request is then repeated. */
export default function SessionEndedDialog({ ended, onLeave }: SessionEndedDialogProps) {
  // A device that was cut off loses what it had recorded.
  const nothingLost = !useStore(wipedRemotely);
  return (
    <BlockingDialog request={ended} title="Tu sesión terminó" onLeave={onLeave}>
      {({ previous }, leave) => <SessionEndedForm cedula={previous.cedula} nothingLost={nothingLost} onLeave={leave} />}
    </BlockingDialog>
  );
}
