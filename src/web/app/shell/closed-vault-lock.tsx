import '@mantine/core/styles/ActionIcon.layer.css';
import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { wantOpening } from '#web/device/vault-door.ts';

/** Opens the vault, which is closed after a restart of the browser. With a connection that can wait, so it takes no room on the page. */
export function ClosedVaultLock() {
  return (
    <>
      <VisuallyHidden role="status">Lo guardado en este equipo está cerrado.</VisuallyHidden>
      <ActionIcon
        size="var(--touch)"
        variant="subtle"
        color="verde"
        aria-label="Abrir lo guardado en este equipo"
        aria-haspopup="dialog"
        title="Lo guardado en este equipo está cerrado: ábrelo"
        onClick={() => void wantOpening()}
      >
        <IconLock size={22} aria-hidden />
      </ActionIcon>
    </>
  );
}
