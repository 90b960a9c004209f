import { type PasswordInputProps, TextInput, type TextInputProps } from '@mantine/core';
import { IconId } from '@tabler/icons-react';
import type { Ref } from 'react';
import { PasswordField } from '#web/ui/fields/password-field.tsx';

interface CredentialFieldsProps {
  cedula?: TextInputProps & { ref?: Ref<HTMLInputElement> };
  password?: PasswordInputProps;
}

/** The fields of a sign-in. */
export const CredentialFields = ({ cedula, password }: CredentialFieldsProps) => (
  <>
    <TextInput
      name="cedula"
      label="Cédula"
      autoComplete="username"
      inputMode="numeric"
      leftSection={<IconId size={18} aria-hidden />}
      {...cedula}
    />
    <PasswordField name="password" label="Contraseña" autoComplete="current-password" {...password} />
  </>
);

export const SIGN_IN = {
  title: 'Iniciar sesión',
  lead: 'Ingresa con tu cédula y contraseña.',
  button: 'INICIAR SESIÓN',
};

/** The title above recovery codes that are shown once. */
export const KEEP_CODES = 'Tus códigos de recuperación';
