import { IconCloudOff } from '@tabler/icons-react';
import { checkServer, useServerReachable } from '#web/lib/server-reach.ts';
import classes from './shell.module.css';

/** Says that the server does not answer, and goes away by itself when it does. */
export function ConnectionBanner() {
  const reachable = useServerReachable();
  return (
    <div role="status" className={classes.bannerPlace}>
      {!reachable && (
        <div className={classes.banner}>
          <IconCloudOff size={20} aria-hidden />
          <span>Sin conexión con el servidor. Lo que escribes sigue aquí.</span>
          <button type="button" onClick={() => void checkServer()}>
            Volver a intentar
          </button>
        </div>
      )}
    </div>
  );
}
