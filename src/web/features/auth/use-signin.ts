import { useState } from 'react';
import { ApiError, failureOf, refusedFor, type SecondStep, secondStepOf } from '#web/lib/api-errors.ts';
import { useFormSubmission } from '#web/ui/form/use-form-submission.ts';
import { announceLazy } from '#web/ui/page/lazy-part.tsx';
import { type CodesToKeep, type Credentials, signin } from './session-api.ts';

/** Nothing is checked before it is sent: the page need not wait for the rules. */
const signinRules = announceLazy(() => import('#domain/accounts.ts'));

/** What the device has to do with it comes late, and may not come: everything is then as without it. */
const vaultDoor = announceLazy(() => import('#web/device/vault-door.ts'));

const WRONG_CODE = 'Este código no es correcto o ya se usó. Espera el siguiente y escríbelo.';
const EXPIRED =
  'Pasó demasiado tiempo y esa clave ya no sirve. Borra la cuenta de tu aplicación, agrega la clave nueva y escribe su código.';
const SET_UP_MEANWHILE =
  'Tu segundo paso ya quedó listo. Espera el siguiente código de tu aplicación; si tampoco sirve, pide a un administrador que lo restablezca.';

/** Why a code was refused, from what was asked for before it and what is asked for now. */
function refusalOf(before: SecondStep | null, next: SecondStep): ApiError {
  const same = before?.alta?.secreto === next.alta?.secreto;
  const msg = same || !before?.alta ? WRONG_CODE : next.alta ? EXPIRED : SET_UP_MEANWHILE;
  return new ApiError(401, { code: 'secondFactor', message: [{ msg, path: 'codigo' }] });
}

/**
 * Signing in, in one form: the password first, and the code of a second step where there is to be one. Where the server does not
 * answer, what is kept on the device lets its person in.
 * @param first who is asked first: the device alone can open what it keeps for somebody who is signed in
 */
export function useSignin(first: 'server' | 'device' = 'server') {
  const [step, setStep] = useState<SecondStep | null>(null);
  const [kept, setKept] = useState<CodesToKeep | null>(null);
  const form = useFormSubmission<Credentials>({
    schema: async () => (await signinRules())[step ? 'secondStepSchema' : 'signinSchema'],
    send: async (credentials) => {
      const device = vaultDoor().then(
        ({ besideSignin }) => besideSignin(credentials),
        () => null,
      );
      const opening = first === 'device' && !step && device.then((it) => it?.open());
      const opened = opening && (await opening.catch((refusal: unknown) => refusal));
      if (opened === true) return;
      try {
        // Wrong codes from elsewhere do not keep out a device that is known.
        const shown = credentials.codigo ? await device.then((it) => it?.shown()) : null;
        const asked = { ...credentials, ...shown, ...(step?.alta && { sello: step.alta.sello }) };
        setKept(await signin(asked, (session) => void device.then((it) => it?.entered(session))));
      } catch (error) {
        if (failureOf(error) === 'silence') {
          if (opened) throw opened;
          if (await device.then((it) => it?.offline())) return;
        }
        const next = secondStepOf(error);
        // The password is no longer right: it is asked for again.
        if (!next && refusedFor(error, 'credentials')) setStep(null);
        if (!next) throw error;
        setStep(next);
        if (credentials.codigo && !next.lost) throw refusalOf(step, next);
      }
    },
  });
  const back = () => {
    form.forget();
    setStep(null);
  };
  return { form, step, back, kept };
}
