import { ERRORS } from '#domain/errors.ts';
import { AuthLayout, AuthTitle } from './auth-layout.tsx';
import { PasswordForm } from './password-form.tsx';

/** /cambiar-clave: all there is until the password that an administrator set is changed; the session's change moves on. */
export function PasswordDueScreen() {
  return (
    <AuthLayout>
      <AuthTitle title="Cambia tu contraseña" lead={ERRORS.passwordChange.message} />
      <PasswordForm />
    </AuthLayout>
  );
}
