import { Button } from '@mantine/core';
import { signupSchema } from '#domain/accounts.ts';
import { signup } from '#domain/calls/session.ts';
import { call } from '#web/lib/call.ts';
import { AccountFields } from '#web/ui/fields/account-fields.tsx';
import { FailureAlert } from '#web/ui/form/failure-alert.tsx';
import { ProblemSummary } from '#web/ui/form/problem-summary.tsx';
import { useFormSubmission } from '#web/ui/form/use-form-submission.ts';
import { TextLink } from '#web/ui/page/links.tsx';
import { AuthFoot, AuthTitle } from './auth-layout.tsx';

export function RegisterForm({ onRegistered }: { onRegistered: (message: string) => void }) {
  const form = useFormSubmission({
    schema: signupSchema,
    send: async (registration) => onRegistered((await call(signup, { body: registration })).message),
  });
  return (
    <form {...form.formProps}>
      <AuthTitle title="Registrarse" lead="Crea tu cuenta para usar la libreta." />
      <ProblemSummary form={form} />
      <FailureAlert error={form.failure} />
      <AccountFields errorOf={form.errorOf} owner="self" />
      <Button type="submit" color="achiote" size="lg" fullWidth loading={form.sending}>
        REGISTRARSE
      </Button>
      <AuthFoot>
        ¿Ya tienes cuenta? <TextLink to="/login">INICIAR SESIÓN</TextLink>
      </AuthFoot>
    </form>
  );
}
