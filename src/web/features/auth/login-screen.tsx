import { Button, Stack } from '@mantine/core';
import { flushSync } from 'react-dom';
import { isMarked } from '#web/lib/device-mark.ts';
import { useSession } from '#web/lib/session.ts';
import { useSignupOpen } from '#web/lib/settings.ts';
import { FailureAlert } from '#web/ui/form/failure-alert.tsx';
import { ProblemSummary } from '#web/ui/form/problem-summary.tsx';
import { useInitialFocus } from '#web/ui/form/use-initial-focus.ts';
import { lazyPart } from '#web/ui/page/lazy-part.tsx';
import { TextLink } from '#web/ui/page/links.tsx';
import { AuthFoot, AuthLayout, AuthTitle } from './auth-layout.tsx';
import { CredentialFields, KEEP_CODES, SIGN_IN } from './credential-fields.tsx';
import { useSignin } from './use-signin.ts';

const WaitingHere = lazyPart(() => import('./pending-on-device.tsx'));
const SecondStepFields = lazyPart(() => import('./second-step-fields.tsx'));
const RecoveryCodes = lazyPart(() => import('./recovery-codes.tsx'));

/** /login. The change of the session triggers the redirect. */
export function LoginScreen() {
  const { form, step, back, codesToKeep } = useSignin();
  const cedula = useInitialFocus<HTMLInputElement>();
  const signupOpen = useSignupOpen();
  const entering = useSession() !== null;
  const busy = form.sending || entering;
  const toPassword = () => {
    flushSync(back);
    cedula.current?.focus();
  };
  if (codesToKeep)
    return (
      <AuthLayout>
        <AuthTitle title={KEEP_CODES} lead="Tu segundo paso quedó listo." />
        <RecoveryCodes codes={codesToKeep.codes} printable onKept={codesToKeep.enter} />
      </AuthLayout>
    );
  return (
    <AuthLayout>
      <form {...form.formProps}>
        {step ? (
          <AuthTitle
            title="Segundo paso"
            lead={step.alta ? 'Tu rol pide además un código de tu teléfono.' : 'Tu rol pide además un código.'}
          />
        ) : (
          <AuthTitle title={SIGN_IN.title} lead={SIGN_IN.lead} />
        )}
        {isMarked() && <WaitingHere />}
        <ProblemSummary form={form} />
        <FailureAlert error={form.failure} />
        {/* Hidden rather than removed in the second step, because cedula and password are sent with the code. */}
        <Stack gap="md" display={step ? 'none' : undefined}>
          <CredentialFields
            cedula={{ ref: cedula, error: form.errorOf('cedula') }}
            password={{ error: form.errorOf('password') }}
          />
        </Stack>
        {step && <SecondStepFields step={step} error={form.errorOf('codigo')} />}
        <Button type="submit" color="achiote" size="lg" fullWidth loading={busy} aria-busy={busy}>
          {step ? 'CONTINUAR' : SIGN_IN.button}
        </Button>
        {step ? (
          <Button variant="subtle" onClick={toPassword}>
            Volver
          </Button>
        ) : (
          signupOpen && (
            <AuthFoot>
              ¿Aún no tienes cuenta? <TextLink to="/register">REGISTRARSE</TextLink>
            </AuthFoot>
          )
        )}
      </form>
    </AuthLayout>
  );
}
