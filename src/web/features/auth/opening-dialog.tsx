import type { OpeningPrompt } from '#web/device/shown/opening-prompt.ts';
import { unstoredForms } from '#web/lib/drafts.ts';
import { useStore } from '#web/lib/store.ts';
import { BlockingDialog } from './blocking-dialog.tsx';
import { NOTHING_LOST, SessionEndedForm } from './session-ended-form.tsx';

interface OpeningDialogProps {
  opening: OpeningPrompt | null;
  onLeave: () => Promise<void>;
}

const LEAD = 'Escribe tu contraseña para abrir lo guardado en este equipo.';
const LEAD_MISSING = 'Escribe tu contraseña para llevar tu libreta en este equipo y trabajar sin señal.';
const stays = () => Promise.resolve();

export default function OpeningDialog({ opening: request, onLeave }: OpeningDialogProps) {
  // Forms store their drafts when the screen is covered, after this dialog was first drawn.
  const nothingLost = useStore(unstoredForms).size === 0;
  const canWait = request?.why === 'wanted' || request?.why === 'missing';
  return (
    <BlockingDialog request={request} title="Escribe tu contraseña" onLeave={canWait ? stays : onLeave}>
      {({ session, why }, leave) => (
        <SessionEndedForm
          cedula={session.cedula}
          lead={why === 'missing' ? LEAD_MISSING : why === 'locked' && nothingLost ? LEAD + NOTHING_LOST : LEAD}
          nothingLost={nothingLost}
          first="device"
          leaveLabel={canWait ? 'Después' : 'Salir'}
          onLeave={leave}
        />
      )}
    </BlockingDialog>
  );
}
