import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { FailureAlert } from '#web/ui/form/failure-alert.tsx';
import { ProblemSummary } from '#web/ui/form/problem-summary.tsx';
import { Actions } from '#web/ui/shapes/actions.tsx';
import RecoveryCodesList from './recovery-codes.tsx';
import SecondStepFields from './second-step-fields.tsx';
import { useSignin } from './use-signin.ts';

interface SessionEndedFormProps {
  cedula: string;
  /** Ends the sentence that tells what to type. */
  purpose?: string;
  /** See {@link useSignin}. */
  first?: 'server' | 'device';
  /** Whether what was typed is in the open form or stored. */
  nothingLost?: boolean;
  leaveLabel?: string;
  onLeave: () => void;
  /** Called with what the form shows. */
  onStage?: (stage: SigninStage) => void;
}

export type SigninStage = 'password' | 'code' | 'codesToKeep';
const ignored = () => undefined;

export const NOTHING_LOST = ' Nada de lo que escribiste se ha perdido.';

export function SessionEndedForm(props: SessionEndedFormProps) {
  const { cedula, first, leaveLabel = 'Salir', nothingLost = true, onLeave, onStage = ignored } = props;
  const { purpose = `para seguir donde estabas.${nothingLost ? NOTHING_LOST : ''}` } = props;
  const { form, step, codesToKeep } = useSignin(first);
  const stage = codesToKeep ? 'codesToKeep' : step ? 'code' : 'password';
  useEffect(() => {
    onStage(stage);
    return () => onStage('password');
  }, [stage, onStage]);
  if (codesToKeep) return <RecoveryCodesList codes={codesToKeep.codes} onKept={codesToKeep.enter} />;
  return (
    <form {...form.formProps}>
      <Stack gap="sm">
        <p>{`Escribe ${step ? 'el código de tu segundo paso' : 'tu contraseña'} ${purpose}`}</p>
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
              {leaveLabel}
            </Button>
            <Button type="submit" color="achiote" loading={form.sending} aria-busy={form.sending}>
              Continuar
            </Button>
          </Actions>
        </Box>
      </Stack>
    </form>
  );
}
