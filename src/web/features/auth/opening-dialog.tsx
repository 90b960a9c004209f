import { useState } from 'react';
import type { OpeningPrompt } from '#web/device/shown/opening-prompt.ts';
import { unstoredForms } from '#web/lib/drafts.ts';
import { useStore } from '#web/lib/store.ts';
import { BlockingDialog } from './blocking-dialog.tsx';
import { KEEP_CODES } from './credential-fields.tsx';
import { NOTHING_LOST, SessionEndedForm, type SigninStage } from './session-ended-form.tsx';

interface OpeningDialogProps {
  opening: OpeningPrompt | null;
  onLeave: () => Promise<void>;
}

const TITLES: Record<SigninStage, string> = {
  password: 'Escribe tu contraseña',
  code: 'Escribe tu código',
  codesToKeep: KEEP_CODES,
};
const TO_OPEN = 'para abrir lo guardado en este equipo.';
const TO_CARRY = 'para llevar tu libreta en este equipo y trabajar sin señal.';
const stays = () => Promise.resolve();

export default function OpeningDialog({ opening: request, onLeave }: OpeningDialogProps) {
  // Forms store their drafts when the screen is covered, after this dialog was first drawn.
  const nothingLost = useStore(unstoredForms).size === 0;
  const [stage, setStage] = useState<SigninStage>('password');
  const canWait = request?.why === 'wanted' || request?.why === 'missing';
  return (
    <BlockingDialog request={request} title={TITLES[stage]} onLeave={canWait ? stays : onLeave}>
      {({ session, why }, leave) => (
        <SessionEndedForm
          cedula={session.cedula}
          purpose={why === 'missing' ? TO_CARRY : why === 'locked' && nothingLost ? TO_OPEN + NOTHING_LOST : TO_OPEN}
          nothingLost={nothingLost}
          first="device"
          leaveLabel={canWait ? 'Después' : 'Salir'}
          onLeave={leave}
          onStage={setStage}
        />
      )}
    </BlockingDialog>
  );
}
