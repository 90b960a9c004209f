import { Button, Group, Stack } from '@mantine/core';
import { passwordChangeSchema } from '#domain/accounts.ts';
import { useSession } from '#web/lib/session.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { NewPasswordField } from '#web/ui/fields/new-password-field.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { FailureAlert } from '#web/ui/form/failure-alert.tsx';
import { ProblemSummary } from '#web/ui/form/problem-summary.tsx';
import { useFormSubmission } from '#web/ui/form/use-form-submission.ts';
import { submitPasswordChange } from './profile-api.ts';

const LABELS = { actual: 'Contraseña actual', nueva: 'Contraseña nueva' };

/** @param onLeave adds a sign-out button, where the form is the only content */
export function PasswordForm({ onLeave }: { onLeave?: () => void }) {
  const session = useSession();
  const form = useFormSubmission({
    schema: passwordChangeSchema,
    send: async (change, element) => {
      const message = await submitPasswordChange(change);
      element.reset();
      notify.success({ title: '¡Contraseña actualizada!', message });
    },
  });
  return (
    <form {...form.formProps}>
      <Stack gap="sm" maw={376}>
        <ProblemSummary form={form} labels={LABELS} />
        <FailureAlert error={form.failure} />
        {/* Tells password managers to which account the password belongs. */}
        <input type="text" name="username" autoComplete="username" value={session?.cedula ?? ''} readOnly hidden />
        <PasswordField
          name="actual"
          label={LABELS.actual}
          autoComplete="current-password"
          error={form.errorOf('actual')}
          required
        />
        <NewPasswordField
          name="nueva"
          label={LABELS.nueva}
          error={form.errorOf('nueva')}
          required
          accountKind="self"
          owner={session ?? undefined}
        />
        <Group gap="xs">
          {onLeave && (
            <Button variant="outline" onClick={onLeave}>
              Salir
            </Button>
          )}
          <Button type="submit" color="achiote" loading={form.sending}>
            Cambiar contraseña
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
