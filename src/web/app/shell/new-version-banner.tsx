import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { newVersion } from '#web/lib/new-version.ts';
import { useStore } from '#web/lib/store.ts';
import classes from './shell.module.css';

/** Offers a new version of the application; unsaved input is kept in either case. */
export default function NewVersionBanner() {
  const take = useStore(newVersion);
  const [taking, setTaking] = useState(false);
  return (
    <div role="status" className={classes.banner} data-tone="ok">
      {take && (
        <>
          <IconRefresh size={20} aria-hidden />
          <span style={{ flex: 1 }}>Hay una versión nueva.</span>
          <Button
            size="sm"
            loading={taking}
            onClick={() => {
              setTaking(true);
              void take().then(() => setTaking(false));
            }}
          >
            Actualizar
          </Button>
          <Button variant="subtle" size="sm" px="xs" c="inherit" onClick={() => newVersion.set(null)}>
            Después
          </Button>
        </>
      )}
    </div>
  );
}
