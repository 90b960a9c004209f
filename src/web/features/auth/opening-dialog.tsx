import type { OpeningAsked } from '#web/device/shown/opening-asked.ts';
import { HeldDialog } from './held-dialog.tsx';
import { SessionEndedForm } from './session-ended-form.tsx';

interface OpeningDialogProps {
  asked: OpeningAsked | null;
  onLeave: () => Promise<void>;
}

const LEAD = 'Escribe tu contraseña para abrir lo guardado en este equipo.';
const stays = () => Promise.resolve();

/** Asks whoever is signed in for the password that opens what the device keeps for her. */
export default function OpeningDialog({ asked, onLeave }: OpeningDialogProps) {
  const wanted = asked?.why === 'wanted';
  return (
    <HeldDialog held={asked} title="Escribe tu contraseña" onLeave={wanted ? stays : onLeave}>
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
