import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { FailureAlert } from '#web/ui/form/failure-alert.tsx';
import { ProblemSummary } from '#web/ui/form/problem-summary.tsx';
import { Actions } from '#web/ui/shapes/actions.tsx';
import RecoveryCodes from './recovery-codes.tsx';
import SecondStepFields from './second-step-fields.tsx';
import { useSignin } from './use-signin.ts';

export function SessionEndedForm({ cedula, onLeave }: { cedula: string; onLeave: () => void }) {
  const { form, step, kept } = useSignin();
  if (kept) return <RecoveryCodes codes={kept.codes} onKept={kept.enter} />;
  return (
    <form {...form.formProps}>
      <Stack gap="sm">
        <p>
          {step ? 'Escribe el código de tu segundo paso' : 'Escribe tu contraseña'} para seguir donde estabas. Nada de
          lo que escribiste se ha perdido.
        </p>
        <ProblemSummary form={form} />
        <FailureAlert error={form.failure} />
        <Group gap="xs">
          <span>Cédula</span>
          <Text component="strong" inherit fw="var(--mantine-font-weight-bold)" c="var(--ink)">
            {cedula}
          </Text>
        </Group>
        <input type="hidden" name="cedula" autoComplete="username" value={cedula} />
        <Box display={step ? 'none' : undefined}>
          <PasswordField
            name="password"
            label="Contraseña"
            autoComplete="current-password"
            data-autofocus
            error={form.errorOf('password')}
          />
        </Box>
        {step && <SecondStepFields step={step} error={form.errorOf('codigo')} />}
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
