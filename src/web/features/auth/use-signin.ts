import { useState } from 'react';
import type { Session } from '#domain/calls/session.ts';
import { isTransient } from '#domain/device/failure.ts';
import { openingPrompt } from '#web/device/shown/opening-prompt.ts';
import { ApiError, failureOf, type PendingSecondStep, refusedFor, secondStepOf } from '#web/lib/api-errors.ts';
import { isMarked } from '#web/lib/device-mark.ts';
import { unmarkLocked } from '#web/lib/lock-mark.ts';
import { getSession } from '#web/lib/session.ts';
import { useFormSubmission } from '#web/ui/form/use-form-submission.ts';
import { registerLazyLoader } from '#web/ui/page/lazy-part.tsx';
import { type CodesToKeep, type SigninBody, signInAndStore } from './session-api.ts';

/** The rules load late, because nothing is validated before the first submit. */
const signinRules = registerLazyLoader(() => import('#domain/accounts.ts'));

/** The vault's code loads late and may fail to load; sign-in then works without it. */
const vaultDoor = registerLazyLoader(() => import('#web/device/vault-door.ts'));

const WRONG_CODE = 'Este código no es correcto o ya se usó. Espera el siguiente y escríbelo.';
const EXPIRED =
  'Pasó demasiado tiempo y esa clave ya no sirve. Borra la cuenta de tu aplicación, agrega la clave nueva y escribe su código.';
const SET_UP_MEANWHILE =
  'Tu segundo paso ya quedó listo. Espera el siguiente código de tu aplicación; si tampoco sirve, pide a un administrador que lo restablezca.';

/** The error of a refused code, which depends on the enrolment before and after the request. */
function refusalOf(before: PendingSecondStep | null, next: PendingSecondStep): ApiError {
  const same = before?.alta?.secreto === next.alta?.secreto;
  const msg = same || !before?.alta ? WRONG_CODE : next.alta ? EXPIRED : SET_UP_MEANWHILE;
  return new ApiError(401, { code: 'secondFactor', message: [{ msg, path: 'codigo' }] });
}

/** Signing in with password and second step; when the server does not answer or fails, the vault can sign in. @param first `device`: the vault is tried first */
export function useSignin(first: 'server' | 'device' = 'server') {
  const [step, setStep] = useState<PendingSecondStep | null>(null);
  const [codesToKeep, setCodesToKeep] = useState<CodesToKeep | null>(null);
  const form = useFormSubmission<SigninBody>({
    schema: async () => {
      const { enrolmentSchema, secondStepSchema, signinSchema } = await signinRules();
      return !step ? signinSchema : step.alta ? enrolmentSchema : secondStepSchema;
    },
    send: async (credentials) => {
      const device = vaultDoor().then(
        ({ deviceSignin: besideSignin }) => besideSignin(credentials),
        () => null,
      );
      const opening = first === 'device' && !step && device.then((it) => it?.open());
      const opened = opening && (await opening.catch((refusal: unknown) => refusal));
      if (opened === true) return;
      try {
        // A registered device is not locked out by wrong codes from elsewhere.
        const shown = credentials.codigo ? await device.then((it) => it?.shown()) : null;
        const body = { ...credentials, ...shown, ...(step?.alta && { sello: step.alta.sello }) };
        const steps = {
          // A device that never had a vault does not wait for the vault's code.
          accepted: async (session: Session) => isMarked() && (await device)?.accepted(session),
          entered: (session: Session) => {
            unmarkLocked();
            void device.then((it) => (it ? it.entered(session) : openingPrompt.set(null)));
          },
        };
        setCodesToKeep(await signInAndStore(body, steps));
      } catch (error) {
        const failure = failureOf(error);
        if (isTransient(failure)) {
          if (opened) throw opened;
          // Where a session has ended only a new token helps, which a failing server may give a moment later.
          const mayOpen = failure === 'silence' || getSession() === null;
          if (mayOpen && (await device.then((it) => it?.offline()))) return;
        }
        const next = secondStepOf(error);
        // The password is no longer valid and must be entered again.
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
  return { form, step, back, codesToKeep };
}
