import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useMatches } from '@tanstack/react-router';
import { deviceDataText } from '#web/device/shown/device-data-text.ts';
import type { DeviceStatus } from '#web/device/shown/status.ts';
import { checkServer } from '#web/lib/server-reach.ts';
import classes from './shell.module.css';

interface DeviceBannerProps {
  status: DeviceStatus;
  /** Whether data on the screen came from the device. */
  fromDevice: boolean;
  reachable: boolean;
}

/** Shows without a connection what the device holds and how old it is. */
export default function DeviceBanner({ status, fromDevice, reachable }: DeviceBannerProps) {
  const needsServer = useMatches().at(-1)?.staticData.screen?.needsServer === true;
  const what = needsServer
    ? 'Esta parte necesita señal.'
    : fromDevice
      ? deviceDataText(status)
      : status.got > 0
        ? 'Puedes leer y registrar en este equipo.'
        : 'Lo que escribes sigue aquí.';
  return (
    <div role="status" className={classes.banner} data-tone="over">
      <IconCloudOff size={20} aria-hidden />
      <span style={{ flex: 1 }}>
        {reachable ? '' : 'Sin conexión con el servidor. '}
        {what}
      </span>
      {!reachable && (
        <Button variant="subtle" size="sm" px="xs" c="inherit" td="underline" onClick={() => void checkServer()}>
          Volver a intentar
        </Button>
      )}
    </div>
  );
}
