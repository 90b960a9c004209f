import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { deviceStatus } from '#web/device/shown/status.ts';
import { checkServer, useServerReachable } from '#web/lib/server-reach.ts';
import { shownFromDevice } from '#web/lib/source/shown-from-device.ts';
import { useStore } from '#web/lib/store.ts';
import { lazyPart } from '#web/ui/page/lazy-part.tsx';
import classes from './shell.module.css';

const DeviceBanner = lazyPart(() => import('./device-banner.tsx'));

/** Shown while the server cannot be reached. */
export function ConnectionBanner() {
  const reachable = useServerReachable();
  const fromDevice = useStore(shownFromDevice);
  const status = useStore(deviceStatus);
  if (status && (fromDevice || !reachable))
    return <DeviceBanner status={status} fromDevice={fromDevice} reachable={reachable} />;
  return (
    <div role="status" className={classes.banner} data-tone="over">
      {!reachable && (
        <>
          <IconCloudOff size={20} aria-hidden />
          <span style={{ flex: 1 }}>Sin conexión con el servidor. Lo que escribes sigue aquí.</span>
          <Button variant="subtle" size="sm" px="xs" c="inherit" td="underline" onClick={() => void checkServer()}>
            Volver a intentar
          </Button>
        </>
      )}
    </div>
  );
}
