import { Anchor, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertCircle, IconDeviceMobileMessage } from '@tabler/icons-react';
import { useState } from 'react';
import type { PendingSecondStep } from '#web/lib/api-errors.ts';
import { useInitialFocus } from '#web/ui/form/use-initial-focus.ts';
import { lazyPart } from '#web/ui/page/lazy-part.tsx';
import { Callout } from '#web/ui/shapes/callout.tsx';

const EnrolmentGuide = lazyPart(() => import('./enrolment-guide.tsx'));

interface SecondStepFieldsProps {
  step: PendingSecondStep;
  error: string | undefined;
}

function CodeField({ recovering, error }: { recovering: boolean; error: string | undefined }) {
  const code = useInitialFocus<HTMLInputElement>();
  return (
    <TextInput
      ref={code}
      name="codigo"
      label={recovering ? 'Código de recuperación' : 'Código de seis dígitos'}
      description={recovering ? 'Uno de los diez que guardaste. Cada uno sirve una sola vez.' : undefined}
      autoComplete={recovering ? 'off' : 'one-time-code'}
      inputMode={recovering ? 'text' : 'numeric'}
      autoCapitalize="characters"
      leftSection={<IconDeviceMobileMessage size={18} aria-hidden />}
      error={error}
    />
  );
}

/** The input for a code of the application or a recovery code. */
export default function SecondStepFields({ step: { alta, lost }, error }: SecondStepFieldsProps) {
  const [chosen, setChosen] = useState(false);
  const recovering = chosen || lost !== null;
  return (
    <Stack gap="md">
      {lost && (
        <Callout tone="low" role="alert" icon={<IconAlertCircle size={20} aria-hidden />}>
          {lost}
        </Callout>
      )}
      {alta && <EnrolmentGuide alta={alta} />}
      <CodeField key={recovering ? 'recovery' : 'code'} recovering={recovering} error={error} />
      {!alta && !lost && (
        <Text size="sm">
          <Anchor component="button" type="button" ta="left" onClick={() => setChosen(!chosen)}>
            {recovering ? 'Usar el código de la aplicación' : '¿No tienes tu teléfono? Usa un código de recuperación'}
          </Anchor>
        </Text>
      )}
    </Stack>
  );
}
