import type { OpeningAsked } from '#web/device/shown/opening-asked.ts';
import { HeldDialog } from './held-dialog.tsx';
import { SessionEndedForm } from './session-ended-form.tsx';

interface OpeningDialogProps {
  asked: OpeningAsked | null;
  onLeave: () => Promise<void>;
}

const LEAD = 'Escribe tu contraseña para abrir lo guardado en este equipo.';
const stays = () => Promise.resolve();

/** Asks for the password that opens the vault. */
export default function OpeningDialog({ asked: request, onLeave }: OpeningDialogProps) {
  const wanted = request?.why === 'wanted';
  return (
    <HeldDialog held={request} title="Escribe tu contraseña" onLeave={wanted ? stays : onLeave}>
      {({ session, why }, leave) => (
        <SessionEndedForm
          cedula={session.cedula}
          lead={why === 'locked' ? `${LEAD} Nada de lo que escribiste se ha perdido.` : LEAD}
          first="device"
          leaveLabel={why === 'wanted' ? 'Después' : 'Salir'}
          onLeave={leave}
        />
      )}
    </HeldDialog>
  );
}
