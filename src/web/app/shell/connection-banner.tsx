import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { checkServer, useServerReachable } from '#web/lib/server-reach.ts';
import classes from './shell.module.css';

/** Says that the server does not answer, and goes away by itself when it does. */
export function ConnectionBanner() {
  const reachable = useServerReachable();
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
