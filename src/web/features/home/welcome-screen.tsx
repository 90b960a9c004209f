import { IconCircleCheck, IconClockHour4 } from '@tabler/icons-react';
import mujerUrl from '#web/assets/ilustracion-mujer.svg?no-inline';
import { useSession } from '#web/lib/session.ts';
import { ButtonLink } from '#web/ui/page/links.tsx';
import { Page } from '#web/ui/page/page.tsx';
import classes from './welcome-screen.module.css';

/** /bienvenida: for whoever registered and waits for the verification. */
export function WelcomeScreen() {
  const session = useSession();
  return (
    <Page>
      <section className={classes.card}>
        <img src={mujerUrl} alt="" width={260} height={220} />
        <div>
          <h1>¡Bienvenido{session ? `, ${session.nombre}` : ''}!</h1>
          <p className={classes.lead}>
            El sistema está verificando tu información antes de que puedas acceder a sus funciones.
          </p>
          <ol className={classes.steps}>
            <li data-done>
              <IconCircleCheck size={22} aria-hidden />
              Tu registro ya está con nosotros.
            </li>
            <li>
              <IconClockHour4 size={22} aria-hidden />
              Un administrador revisa tus datos y te asigna tu rol.
            </li>
          </ol>
          <p className={classes.hint}>Cuando esté listo, cierra la sesión y vuelve a entrar para empezar.</p>
          <ButtonLink to="/profile" variant="outline">
            Ver mi perfil
          </ButtonLink>
        </div>
      </section>
    </Page>
  );
}
