import { Box, Button, Group, Text, Title } from '@mantine/core';
import { IconDeviceTabletX } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { showInstantDay, showInstantInWords, showInstantMinute } from '#domain/calendar.ts';
import type { ListedDevice } from '#domain/calls/devices.ts';
import { hasFailed } from '#web/lib/load-failure.ts';
import { Retry, RetryButton } from '#web/ui/feedback/retry.tsx';
import { Card } from '#web/ui/shapes/card.tsx';
import { Facts } from '#web/ui/shapes/facts.tsx';
import { RuledList } from '#web/ui/shapes/ruled-list.tsx';
import { SectionHead } from '#web/ui/shapes/section-head.tsx';
import { ToneBadge } from '#web/ui/shapes/tone-badge.tsx';
import { SkeletonTable } from '#web/ui/table/skeleton-table.tsx';
import { devicesOf, ownDevices, pendingText } from './devices-api.ts';
import { type DeviceOwner, useCutDevice } from './use-cut-device.tsx';

interface DevicesProps {
  /** The owner, when an administrator sees another account's devices. */
  of?: DeviceOwner | undefined;
  query: UseQueryResult<ListedDevice[]>;
  className?: string | undefined;
}

export const OwnDevices = () => <Devices query={useQuery(ownDevices)} />;

export function DevicesOf({ user, className }: { user: DeviceOwner; className: string }) {
  return <Devices of={user} query={useQuery(devicesOf(user._id))} className={className} />;
}

function Devices({ of, query, className = '' }: DevicesProps) {
  const { data } = query;
  const failed = hasFailed(query);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const cut = useCutDevice(of);
  return (
    <Card as="section" aria-labelledby={id} className={className}>
      <SectionHead actions={data && failed && <RetryButton query={query} of="equipos" />}>
        <Title order={2} id={id} ref={heading} tabIndex={-1} mb="xs">
          {of ? 'Sus equipos' : 'Tus equipos'}
        </Title>
      </SectionHead>
      {!data && failed && <Retry query={query} of="equipos" height={128} />}
      {!data && !failed && <SkeletonTable rows={2} columns={2} label="Cargando los equipos…" />}
      {data?.length === 0 && (
        <Text c="dimmed">
          {of
            ? 'No guarda información en ningún equipo para trabajar sin señal.'
            : 'No guardas información en ningún equipo para trabajar sin señal.'}
        </Text>
      )}
      {data && data.length > 0 && (
        <RuledList>
          {data.map((device) => (
            <Device
              key={device._id}
              device={device}
              onCut={async () => {
                // The focused button is removed with the device.
                if (await cut(device)) heading.current?.focus();
              }}
            />
          ))}
        </RuledList>
      )}
    </Card>
  );
}

const stateOf = ({ cortado, borrado }: ListedDevice) => {
  if (borrado) return `El ${showInstantMinute(borrado)} recibió la orden de borrar lo guardado.`;
  return cortado && 'Lo guardado se borra la próxima vez que se conecte.';
};

function Device({ device, onCut }: { device: ListedDevice; onCut: () => void }) {
  const { nombre, desde, ultimoContacto, pendientes, actual, cortado } = device;
  const state = stateOf(device);
  return (
    <li>
      <Group justify="space-between" gap="xs" mih="var(--touch)">
        <Group gap="xs">
          <Box component="h3" fz="md">
            {nombre}
          </Box>
          {actual && <ToneBadge tone="brand">Este equipo</ToneBadge>}
          {state && <ToneBadge tone="quiet">Cortado</ToneBadge>}
          {!state && pendientes > 0 && <ToneBadge tone="warn">{pendingText(pendientes)}</ToneBadge>}
        </Group>
        {!state && (
          <Button
            variant="subtle"
            size="sm"
            px="xs"
            mx="calc(-1 * var(--mantine-spacing-xs))"
            color="var(--danger)"
            leftSection={<IconDeviceTabletX size={16} aria-hidden />}
            aria-label={`Cortar este equipo: ${nombre}, último contacto ${showInstantInWords(ultimoContacto)}`}
            onClick={onCut}
          >
            Cortar este equipo
          </Button>
        )}
      </Group>
      <Facts
        facts={[
          { label: 'Último contacto', value: showInstantInWords(ultimoContacto) },
          cortado
            ? { label: 'Cortado el', value: showInstantDay(cortado) }
            : { label: 'En uso desde', value: showInstantDay(desde) },
          ...(state ? [{ label: 'Estado', value: state, span: 'all' as const }] : []),
        ]}
      />
    </li>
  );
}
