import { ERRORS } from '#domain/errors.ts';
import { AuthLayout, AuthTitle } from './auth-layout.tsx';
import { PasswordForm } from './password-form.tsx';

/** /cambiar-clave: the only screen until a password set by an administrator is changed. */
export function PasswordDueScreen() {
  return (
    <AuthLayout>
      <AuthTitle title="Cambia tu contraseña" lead={ERRORS.passwordChange.message} />
      <PasswordForm />
    </AuthLayout>
  );
}
