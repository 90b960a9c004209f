import { homePath } from '#web/lib/home-path.ts';
import { useSession } from '#web/lib/session.ts';
import { useSignupOpen } from '#web/lib/settings.ts';
import { ButtonLink } from '#web/ui/page/links.tsx';
import { Landing } from './landing.tsx';

/** /: the landing screen. */
export function LandingScreen() {
  return <Landing ways={<WaysOn />} />;
}

function WaysOn() {
  const session = useSession();
  const signupOpen = useSignupOpen();
  if (!session) {
    return (
      <>
        <ButtonLink to="/login" color="achiote" size="lg">
          INICIAR SESIÓN
        </ButtonLink>
        {signupOpen && (
          <ButtonLink to="/register" variant="outline" size="lg">
            REGISTRARSE
          </ButtonLink>
        )}
      </>
    );
  }
  const home = homePath(session.roles);
  return (
    <>
      <ButtonLink to={home} color="achiote" size="lg">
        {home === '/registros' ? 'Ir a Registros' : 'Continuar'}
      </ButtonLink>
      <ButtonLink to="/profile" variant="outline" size="lg">
        Mi perfil
      </ButtonLink>
    </>
  );
}
