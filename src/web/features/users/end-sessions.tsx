import { Button, Text, Title } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { endUserSessions, type User } from '#domain/calls/users.ts';
import { errorDetail } from '#web/lib/api-errors.ts';
import { call } from '#web/lib/call.ts';
import { useDeletion } from '#web/ui/feedback/use-deletion.ts';
import { Card } from '#web/ui/shapes/card.tsx';
import classes from './users.module.css';
import { fullName } from './users-api.ts';

/** For a lost tablet or an account that must be signed out at once. */
export function EndSessions({ user }: { user: User }) {
  const end = useDeletion<User>({
    confirm: (owner) => ({
      title: '¿Cerrar todas sus sesiones?',
      detail: fullName(owner),
      message: 'tendrá que entrar de nuevo con su contraseña en todos sus equipos.',
      confirmLabel: 'Cerrar sesiones',
    }),
    remove: ({ _id }) => call(endUserSessions, { params: { id: _id } }),
    done: (message) => ({ title: 'Sesiones cerradas', message }),
    failed: (error) => ({ title: 'No se pudieron cerrar las sesiones.', message: errorDetail(error) }),
    onChanged: async () => {},
  });
  return (
    <Card as="section" aria-labelledby="sesiones" className={`${classes.card} ${classes.after}`}>
      <Title order={2} id="sesiones" mb="xs">
        Sesiones
      </Title>
      <Text c="dimmed" mb="sm">
        Si perdió su equipo o ya no debe entrar, cierra sus sesiones en todos los equipos.
      </Text>
      <Button
        variant="outline"
        color="var(--danger)"
        leftSection={<IconLogout size={18} aria-hidden />}
        onClick={() => void end(user)}
      >
        Cerrar sus sesiones
      </Button>
    </Card>
  );
}
