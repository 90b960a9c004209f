import { useState } from 'react';
import { ERRORS } from '#domain/errors.ts';
import { useSignupOpen } from '#web/lib/settings.ts';
import { ButtonLink } from '#web/ui/page/links.tsx';
import { AuthLayout, AuthTitle } from './auth-layout.tsx';
import { RegisterForm } from './register-form.tsx';

/** /register: requests an account, where that is allowed; the response replaces the form and does not sign in. */
export function RegisterScreen() {
  const [answer, setAnswer] = useState<string | null>(null);
  const signupOpen = useSignupOpen();
  return (
    <AuthLayout>
      {answer !== null && <Registered message={answer} />}
      {answer === null && (signupOpen ? <RegisterForm onRegistered={setAnswer} /> : <Closed />)}
    </AuthLayout>
  );
}

function Closed() {
  return (
    <>
      <div role="status">
        <AuthTitle title="Registrarse" lead={ERRORS.signupOff.message} />
      </div>
      <p>Si ya tienes cuenta, inicia sesión con tu cédula y contraseña.</p>
      <ToSignIn />
    </>
  );
}

const ToSignIn = () => (
  <ButtonLink to="/login" color="achiote" size="lg" fullWidth>
    INICIAR SESIÓN
  </ButtonLink>
);

function Registered({ message }: { message: string }) {
  return (
    <>
      <div role="status">
        <AuthTitle title="¡Registro recibido!" lead={message} />
      </div>
      <p>Cuando inicies sesión verás si tu información ya fue verificada.</p>
      <ToSignIn />
    </>
  );
}
