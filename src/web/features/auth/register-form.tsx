import { Button, TextInput } from '@mantine/core';
import { signupSchema } from '#domain/accounts.ts';
import { FailureAlert } from '#web/ui/failure-alert.tsx';
import { FormProblems } from '#web/ui/form-problems.tsx';
import { TextLink } from '#web/ui/links.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { useFormSubmission } from '#web/ui/use-form-submission.ts';
import { useInitialFocus } from '#web/ui/use-initial-focus.ts';
import classes from './auth-layout.module.css';
import { AuthTitle } from './auth-layout.tsx';
import { signup } from './session-api.ts';

export function RegisterForm({ onRegistered }: { onRegistered: (message: string) => void }) {
  const form = useFormSubmission({
    schema: signupSchema,
    send: async (registration) => onRegistered((await signup(registration)).message),
  });
  const first = useInitialFocus<HTMLInputElement>();
  const field = (name: string) => ({ name, error: form.errorOf(name), required: true, withAsterisk: true });
  return (
    <form {...form.formProps}>
      <AuthTitle title="Registrarse" lead="Crea tu cuenta para usar la libreta." />
      <FormProblems form={form} />
      <FailureAlert error={form.failure} />
      <TextInput {...field('nombre')} ref={first} label="Nombre" autoComplete="given-name" />
      <TextInput {...field('apellido')} label="Apellido" autoComplete="family-name" />
      <TextInput
        {...field('cedula')}
        label="Cédula"
        description="Ejemplo: 0602948179"
        autoComplete="username"
        inputMode="numeric"
      />
      <TextInput {...field('email')} label="Correo electrónico" type="email" autoComplete="email" inputMode="email" />
      <PasswordField
        {...field('password')}
        label="Contraseña"
        description="Mínimo 8 caracteres, con una mayúscula, una minúscula y un número."
        autoComplete="new-password"
      />
      <Button type="submit" color="achiote" size="lg" fullWidth loading={form.sending}>
        REGISTRARSE
      </Button>
      <p className={classes.foot}>
        ¿Ya tienes cuenta? <TextLink to="/login">INICIAR SESIÓN</TextLink>
      </p>
    </form>
  );
}
