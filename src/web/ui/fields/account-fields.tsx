import { TextInput } from '@mantine/core';
import { useInitialFocus } from '#web/ui/form/use-initial-focus.ts';
import { NewPasswordField, PASSWORD_RULE } from './new-password-field.tsx';

export interface Identity {
  nombre: string;
  apellido: string;
  cedula: string;
  email: string;
}

export const ACCOUNT_LABELS = {
  nombre: 'Nombre',
  apellido: 'Apellido',
  cedula: 'Cédula',
  email: 'Correo electrónico',
  password: 'Contraseña',
} as const;

/** Browsers must not fill in the user's own data into another person's account. */
const AUTOCOMPLETE = {
  self: { nombre: 'given-name', apellido: 'family-name', cedula: 'username', email: 'email' },
  other: { nombre: 'off', apellido: 'off', cedula: 'off', email: 'off' },
} as const;

interface AccountFieldsProps {
  errorOf: (path: string) => string | undefined;
  owner: keyof typeof AUTOCOMPLETE;
  /** The account being edited; its password is then optional. */
  stored?: Identity | undefined;
}

export function AccountFields({ errorOf, owner, stored }: AccountFieldsProps) {
  const first = useInitialFocus<HTMLInputElement>();
  const autoComplete = AUTOCOMPLETE[owner];
  const field = (name: keyof typeof ACCOUNT_LABELS) => ({
    id: name,
    name,
    label: ACCOUNT_LABELS[name],
    error: errorOf(name),
    required: true,
    withAsterisk: true,
  });
  const identity = (name: keyof Identity) => ({
    ...field(name),
    autoComplete: autoComplete[name],
    ...(stored && { defaultValue: stored[name] }),
  });
  return (
    <>
      <TextInput {...identity('nombre')} ref={first} />
      <TextInput {...identity('apellido')} />
      <TextInput {...identity('cedula')} description="Ejemplo: 0602948179" inputMode="numeric" />
      <TextInput {...identity('email')} type="email" inputMode="email" />
      <NewPasswordField
        {...field('password')}
        {...(stored && {
          required: false,
          withAsterisk: false,
          hint: `Déjala vacía para no cambiarla. ${PASSWORD_RULE}`,
        })}
        accountKind={owner}
      />
    </>
  );
}
