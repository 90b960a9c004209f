import { Button, Stack } from '@mantine/core';
import { currentPasswordSchema } from '#domain/accounts.ts';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { FailureAlert } from '#web/ui/form/failure-alert.tsx';
import { useFormSubmission } from '#web/ui/form/use-form-submission.ts';
import { useInitialFocus } from '#web/ui/form/use-initial-focus.ts';
import { Actions } from '#web/ui/shapes/actions.tsx';
import { renewRecoveryCodes } from './profile-api.ts';

interface NewCodesFormProps {
  onCodes: (codes: readonly string[]) => void;
  onCancel: () => void;
}

/** Asks for the current password, because another person may use an open screen. */
export function NewCodesForm({ onCodes, onCancel }: NewCodesFormProps) {
  const password = useInitialFocus<HTMLInputElement>();
  const form = useFormSubmission({
    schema: currentPasswordSchema,
    send: async ({ actual }) => onCodes(await renewRecoveryCodes(actual)),
  });
  return (
    <form {...form.formProps} aria-label="Generar códigos nuevos">
      <Stack gap="sm" maw={376}>
        <p>Los códigos que tenías dejarán de servir.</p>
        <FailureAlert error={form.failure} />
        <PasswordField
          ref={password}
          name="actual"
          label="Tu contraseña actual"
          autoComplete="current-password"
          error={form.errorOf('actual')}
        />
        <Actions>
          <Button variant="outline" onClick={onCancel}>
            Cancelar
          </Button>
          <Button type="submit" color="achiote" loading={form.sending}>
            Generar
          </Button>
        </Actions>
      </Stack>
    </form>
  );
}
