import { Group, Loader } from '@mantine/core';

/** Shown only when a screen's code takes its time. */
export function WaitingScreen() {
  return (
    <Group justify="center" mih="50vh" role="status" aria-label="Cargando…">
      <Loader />
    </Group>
  );
}
