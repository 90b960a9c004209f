import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { IconEye, IconEyeOff, IconLock } from '@tabler/icons-react';

const ToggleIcon = ({ reveal }: { reveal: boolean }) =>
  reveal ? <IconEyeOff size={20} aria-hidden /> : <IconEye size={20} aria-hidden />;

export function PasswordField({ visibilityToggleButtonProps, ...props }: PasswordInputProps) {
  return (
    <PasswordInput
      leftSection={<IconLock size={18} aria-hidden />}
      visibilityToggleIcon={ToggleIcon}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{
        type: 'button',
        'aria-label': 'Mostrar contraseña',
        c: 'var(--ink-2)',
        w: '2.625rem',
        h: '2.625rem',
        ...visibilityToggleButtonProps,
      }}
      rightSectionWidth="2.75rem"
      // Mantine marks only its frame as invalid.
      aria-invalid={props.error ? true : undefined}
      {...props}
    />
  );
}
