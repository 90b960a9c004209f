import { Button, TextInput } from '@mantine/core';
import { IconId } from '@tabler/icons-react';
import { signinSchema } from '#domain/accounts.ts';
import { useSession } from '#web/lib/session.ts';
import { useSignupOpen } from '#web/lib/settings.ts';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { FailureAlert } from '#web/ui/form/failure-alert.tsx';
import { ProblemSummary } from '#web/ui/form/problem-summary.tsx';
import { useFormSubmission } from '#web/ui/form/use-form-submission.ts';
import { useInitialFocus } from '#web/ui/form/use-initial-focus.ts';
import { TextLink } from '#web/ui/page/links.tsx';
import { AuthFoot, AuthLayout, AuthTitle } from './auth-layout.tsx';
import { signin } from './session-api.ts';

/** /login. Where to go afterwards is the router's business: the session's change moves on. */
export function LoginScreen() {
  const form = useFormSubmission({ schema: signinSchema, send: signin });
  const cedula = useInitialFocus<HTMLInputElement>();
  const signupOpen = useSignupOpen();
  const entering = useSession() !== null;
  return (
    <AuthLayout>
      <form {...form.formProps}>
        <AuthTitle title="Iniciar sesión" lead="Ingresa con tu cédula y contraseña." />
        <ProblemSummary form={form} />
        <FailureAlert error={form.failure} />
        <TextInput
          ref={cedula}
          name="cedula"
          label="Cédula"
          autoComplete="username"
          inputMode="numeric"
          leftSection={<IconId size={18} aria-hidden />}
          error={form.errorOf('cedula')}
        />
        <PasswordField
          name="password"
          label="Contraseña"
          autoComplete="current-password"
          error={form.errorOf('password')}
        />
        <Button type="submit" color="achiote" size="lg" fullWidth loading={form.sending || entering}>
          INICIAR SESIÓN
        </Button>
        {signupOpen && (
          <AuthFoot>
            ¿Aún no tienes cuenta? <TextLink to="/register">REGISTRARSE</TextLink>
          </AuthFoot>
        )}
      </form>
    </AuthLayout>
  );
}
