import { useState } from 'react';
import { ApiError, type SecondStep, secondStepOf } from '#web/lib/api-errors.ts';
import { useFormSubmission } from '#web/ui/form/use-form-submission.ts';
import { announceLazy } from '#web/ui/page/lazy-part.tsx';
import { type CodesToKeep, type Credentials, signin } from './session-api.ts';

/** Nothing is checked before it is sent: the page need not wait for the rules. */
const signinRules = announceLazy(() => import('#domain/accounts.ts'));

const WRONG_CODE = 'Este código no es correcto o ya se usó. Espera el siguiente y escríbelo.';

const wrongCode = () => new ApiError(401, { code: 'secondFactor', message: [{ msg: WRONG_CODE, path: 'codigo' }] });

/** Signing in, in one form: the password first, and the code of a second step where there is to be one. */
export function useSignin() {
  const [step, setStep] = useState<SecondStep | null>(null);
  const [kept, setKept] = useState<CodesToKeep | null>(null);
  const form = useFormSubmission<Credentials>({
    schema: async () => (await signinRules())[step ? 'secondStepSchema' : 'signinSchema'],
    send: async (credentials) => {
      try {
        setKept(await signin(credentials));
      } catch (error) {
        const next = secondStepOf(error);
        // The password is no longer right: it is asked for again.
        if (!next && error instanceof ApiError && error.code === 'credentials') setStep(null);
        if (!next) throw error;
        setStep(next);
        if (credentials.codigo && !next.lost) throw wrongCode();
      }
    },
  });
  const back = () => {
    form.forget();
    setStep(null);
  };
  return { form, step, back, kept };
}
