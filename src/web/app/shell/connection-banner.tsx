import { Anchor, Text } from '@mantine/core';
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
          <Text span inherit flex={1}>
            Sin conexión con el servidor. Lo que escribes sigue aquí.
          </Text>
          <Anchor
            component="button"
            type="button"
            inherit
            c="inherit"
            mih="var(--touch)"
            px="xs"
            fw="var(--mantine-font-weight-bold)"
            onClick={() => void checkServer()}
          >
            Volver a intentar
          </Anchor>
        </>
      )}
    </div>
  );
}
