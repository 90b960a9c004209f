import { Button, Text, Title } from '@mantine/core';
import { IconShieldX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { User } from '#domain/calls/users.ts';
import { errorDetail } from '#web/lib/api-errors.ts';
import { useDeletion } from '#web/ui/feedback/use-deletion.ts';
import { Card } from '#web/ui/shapes/card.tsx';
import { refreshSecondFactor, resetUserSecondFactor, secondFactorOf } from './second-factor-api.ts';
import classes from './users.module.css';
import { fullName } from './users-api.ts';

/** Resets the second factor, for a lost telephone; only shown if there is one. */
export function SecondFactorReset({ user }: { user: User }) {
  const { data } = useQuery(secondFactorOf(user));
  const card = useRef<HTMLHeadingElement>(null);
  const remove = useDeletion<User>({
    confirm: (owner) => ({
      title: '¿Restablecer el segundo paso?',
      detail: fullName(owner),
      message: 'tendrá que configurar de nuevo su aplicación al entrar. Se cerrarán todas sus sesiones.',
      confirmLabel: 'Restablecer',
    }),
    remove: resetUserSecondFactor,
    done: (message) => ({ title: 'Segundo paso restablecido', message }),
    failed: (error) => ({ title: 'No se pudo restablecer el segundo paso.', message: errorDetail(error) }),
    onChanged: refreshSecondFactor,
  });
  if (!data) return null;
  return (
    <Card as="section" aria-labelledby="segundo-paso" className={`${classes.card} ${classes.after}`}>
      <Title order={2} id="segundo-paso" ref={card} tabIndex={-1} mb="xs">
        Segundo paso al entrar
      </Title>
      <Text c="dimmed" mb={data.activo ? 'sm' : 0}>
        {data.activo
          ? `Tiene configurada una aplicación de autenticación. Códigos de recuperación que le quedan: ${data.codigos}.`
          : 'No ha configurado una aplicación de autenticación.'}
      </Text>
      {data.activo && (
        <Button
          variant="outline"
          color="var(--danger)"
          leftSection={<IconShieldX size={18} aria-hidden />}
          onClick={async () => {
            if (await remove(user)) card.current?.focus();
          }}
        >
          Restablecer segundo paso
        </Button>
      )}
    </Card>
  );
}
