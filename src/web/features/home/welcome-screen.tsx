import { Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconClockHour4 } from '@tabler/icons-react';
import mujerUrl from '#web/assets/ilustracion-mujer.svg?no-inline';
import { useSession } from '#web/lib/session.ts';
import { ButtonLink } from '#web/ui/page/links.tsx';
import { Page } from '#web/ui/page/page.tsx';
import { Card } from '#web/ui/shapes/card.tsx';
import classes from './welcome-screen.module.css';

/** /bienvenida: for accounts that wait for verification. */
export function WelcomeScreen() {
  const session = useSession();
  return (
    <Page>
      <Card as="section" className={classes.card}>
        <img src={mujerUrl} alt="" width={260} height={220} />
        <Stack>
          <h1>¡Bienvenido{session ? `, ${session.nombre}` : ''}!</h1>
          <Text size="lg" c="var(--ink-2)">
            El sistema está verificando tu información antes de que puedas acceder a sus funciones.
          </Text>
          <ol className={classes.steps}>
            <li>
              <IconCircleCheck size={22} color="var(--mantine-color-laguna-6)" aria-hidden />
              Tu registro ya está con nosotros.
            </li>
            <li>
              <IconClockHour4 size={22} color="var(--mantine-color-laguna-6)" aria-hidden />
              Un administrador revisa tus datos y te asigna tu rol.
            </li>
          </ol>
          <Text size="sm" c="dimmed">
            Cuando esté listo, cierra la sesión y vuelve a entrar para empezar.
          </Text>
          <ButtonLink to="/profile" variant="outline" w="fit-content">
            Ver mi perfil
          </ButtonLink>
        </Stack>
      </Card>
    </Page>
  );
}
