import { Button, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { SecondFactorState } from '#domain/calls/second-factor.ts';
import { hasFailed } from '#web/lib/load-failure.ts';
import { Retry } from '#web/ui/feedback/retry.tsx';
import { Card } from '#web/ui/shapes/card.tsx';
import { SkeletonTable } from '#web/ui/table/skeleton-table.tsx';
import { NewCodesForm } from './new-codes-form.tsx';
import { ownSecondFactor } from './profile-api.ts';
import RecoveryCodesList from './recovery-codes.tsx';

/** With this many codes or fewer, the text is highlighted. */
const FEW = 3;

function stateOf({ exigido, activo }: SecondFactorState): string {
  if (activo && exigido) return 'Activo: al iniciar sesión se te pide un código de tu aplicación.';
  if (activo) return 'Configurado. Tu rol no lo pide ahora: entras solo con tu contraseña.';
  if (exigido) return 'Tu rol lo pide: lo configurarás la próxima vez que inicies sesión.';
  return 'Tu rol no lo pide: entras solo con tu contraseña.';
}

const leftOf = (codes: number) =>
  codes === 1 ? 'Te queda 1 código de recuperación.' : `Te quedan ${codes} códigos de recuperación.`;

/** The state of the user's second factor and the number of remaining recovery codes. */
export function OwnSecondFactor() {
  const query = useQuery(ownSecondFactor);
  const { data } = query;
  const failed = hasFailed(query);
  const heading = useRef<HTMLHeadingElement>(null);
  const [asking, setAsking] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const finish = () => {
    setAsking(false);
    setCodes(null);
    heading.current?.focus();
  };
  return (
    <Card as="section" aria-labelledby="perfil-segundo-paso">
      <Title order={2} id="perfil-segundo-paso" mb="sm" ref={heading} tabIndex={-1}>
        Segundo paso al entrar
      </Title>
      {!data && failed && <Retry query={query} of="segundo paso" height={96} />}
      {!data && !failed && <SkeletonTable rows={1} columns={1} label="Cargando el segundo paso…" />}
      {data && (
        <Stack gap="sm">
          <p>{stateOf(data)}</p>
          {data.activo && !codes && (
            <Text size="sm" c={data.codigos <= FEW ? 'var(--danger)' : 'dimmed'}>
              {leftOf(data.codigos)}
            </Text>
          )}
          {data.activo && !asking && (
            <div>
              <Button variant="outline" onClick={() => setAsking(true)}>
                Generar códigos nuevos
              </Button>
            </div>
          )}
          {asking && !codes && <NewCodesForm onCodes={setCodes} onCancel={finish} />}
          {codes && <RecoveryCodesList codes={codes} printable onKept={finish} />}
        </Stack>
      )}
    </Card>
  );
}
