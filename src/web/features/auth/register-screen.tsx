import { useState } from 'react';
import { ButtonLink } from '#web/ui/page/links.tsx';
import { AuthLayout, AuthTitle } from './auth-layout.tsx';
import { RegisterForm } from './register-form.tsx';

/** /register: asks for an account; the answer takes the place of the form. Nobody is signed in by it. */
export function RegisterScreen() {
  const [answer, setAnswer] = useState<string | null>(null);
  return (
    <AuthLayout>
      {answer === null ? <RegisterForm onRegistered={setAnswer} /> : <Registered message={answer} />}
    </AuthLayout>
  );
}

function Registered({ message }: { message: string }) {
  return (
    <>
      <div role="status">
        <AuthTitle title="¡Registro recibido!" lead={message} />
      </div>
      <p>Cuando inicies sesión verás si tu información ya fue verificada.</p>
      <ButtonLink to="/login" color="achiote" size="lg" fullWidth>
        INICIAR SESIÓN
      </ButtonLink>
    </>
  );
}
