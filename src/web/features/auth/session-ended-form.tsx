import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { signinSchema } from '#domain/accounts.ts';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { FailureAlert } from '#web/ui/form/failure-alert.tsx';
import { ProblemSummary } from '#web/ui/form/problem-summary.tsx';
import { useFormSubmission } from '#web/ui/form/use-form-submission.ts';
import { Actions } from '#web/ui/shapes/actions.tsx';
import { signin } from './session-api.ts';

export function SessionEndedForm({ cedula, onLeave }: { cedula: string; onLeave: () => void }) {
  const form = useFormSubmission({ schema: signinSchema, send: signin });
  return (
    <form {...form.formProps}>
      <Stack gap="sm">
        <p>Escribe tu contraseña para seguir donde estabas. Nada de lo que escribiste se ha perdido.</p>
        <ProblemSummary form={form} />
        <FailureAlert error={form.failure} />
        <Group gap="xs">
          <span>Cédula</span>
          <Text component="strong" inherit fw="var(--mantine-font-weight-bold)" c="var(--ink)">
            {cedula}
          </Text>
        </Group>
        <input type="hidden" name="cedula" autoComplete="username" value={cedula} />
        <PasswordField
          name="password"
          label="Contraseña"
          autoComplete="current-password"
          data-autofocus
          error={form.errorOf('password')}
        />
        <Box mt="sm">
          <Actions>
            <Button variant="outline" onClick={onLeave}>
              Salir
            </Button>
            <Button type="submit" color="achiote" loading={form.sending}>
              Continuar
            </Button>
          </Actions>
        </Box>
      </Stack>
    </form>
  );
}
