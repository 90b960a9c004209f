import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { wantOpening } from '#web/device/vault-door.ts';
import { useSession } from '#web/lib/session.ts';
import classes from './shell.module.css';

/** Offers to open the vault, which is closed after a restart of the browser; with a connection that can wait. */
export default function ClosedVaultBanner() {
  const session = useSession();
  const [later, setLater] = useState(false);
  if (!session || later) return null;
  return (
    <div role="status" className={classes.banner} data-tone="ok">
      <IconLock size={20} aria-hidden />
      <span style={{ flex: 1 }}>Lo guardado en este equipo está cerrado.</span>
      <Button size="sm" onClick={() => void wantOpening()}>
        Abrir
      </Button>
      <Button variant="subtle" size="sm" px="xs" c="inherit" onClick={() => setLater(true)}>
        Después
      </Button>
    </div>
  );
}
