import { Box, Button, Group, Text, Title } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { showInstantMinute } from '#domain/calendar.ts';
import type { OpenSession } from '#domain/calls/open-sessions.ts';
import { hasFailed } from '#web/lib/load-failure.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Retry, RetryButton } from '#web/ui/feedback/retry.tsx';
import { Card } from '#web/ui/shapes/card.tsx';
import { Facts } from '#web/ui/shapes/facts.tsx';
import { RuledList } from '#web/ui/shapes/ruled-list.tsx';
import { SectionHead } from '#web/ui/shapes/section-head.tsx';
import { ToneBadge } from '#web/ui/shapes/tone-badge.tsx';
import { SkeletonTable } from '#web/ui/table/skeleton-table.tsx';
import { openSessions } from './sessions-api.ts';
import { useEndSessions } from './use-end-sessions.ts';

export function OpenSessions() {
  const query = useQuery(openSessions);
  const { data } = query;
  const failed = hasFailed(query);
  const heading = useRef<HTMLHeadingElement>(null);
  const { end, endOthers } = useEndSessions();
  // The focused button is removed with its session.
  const focusAfter = async (work: Promise<boolean>) => {
    if (await work) heading.current?.focus();
  };
  const others = data?.filter(({ actual }) => !actual) ?? [];
  return (
    <Card as="section" aria-labelledby="perfil-sesiones">
      <SectionHead
        actions={
          <>
            {data && failed && <RetryButton query={query} of="sesiones" />}
            {others.length > 0 && (
              <Button variant="outline" size="sm" onClick={() => void focusAfter(endOthers(others.length))}>
                Cerrar las demás sesiones
              </Button>
            )}
          </>
        }
      >
        <Title order={2} id="perfil-sesiones" ref={heading} tabIndex={-1}>
          Sesiones abiertas
        </Title>
      </SectionHead>
      {!data && failed && <Retry query={query} of="sesiones" height={168} />}
      {!data && !failed && <SkeletonTable rows={2} columns={2} label="Cargando las sesiones…" />}
      {data?.length === 0 && <EmptyState title="No hay sesiones abiertas" picture="mujer" />}
      {data && data.length > 0 && (
        <RuledList>
          {data.map((session) => (
            <Session key={session._id} session={session} onEnd={() => void focusAfter(end(session))} />
          ))}
        </RuledList>
      )}
      {data && data.length > 0 && others.length === 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          No tienes otras sesiones abiertas.
        </Text>
      )}
    </Card>
  );
}

function Session({ session, onEnd }: { session: OpenSession; onEnd: () => void }) {
  const { equipo, direccion, desde, ultimoUso, actual } = session;
  return (
    <li>
      <Group justify="space-between" gap="xs" mih="var(--touch)">
        <Box component="h3" fz="md">
          {equipo}
        </Box>
        {actual ? (
          <ToneBadge tone="brand">Esta sesión</ToneBadge>
        ) : (
          <Button
            variant="subtle"
            size="sm"
            color="var(--danger)"
            leftSection={<IconLogout size={16} aria-hidden />}
            aria-label={`Cerrar la sesión de ${equipo}, usada el ${showInstantMinute(ultimoUso)}`}
            onClick={onEnd}
          >
            Cerrar
          </Button>
        )}
      </Group>
      <Facts
        facts={[
          { label: 'Último uso', value: showInstantMinute(ultimoUso) },
          { label: 'Abierta desde', value: showInstantMinute(desde) },
          { label: 'Dirección', value: direccion, span: 'all' },
        ]}
      />
    </li>
  );
}
