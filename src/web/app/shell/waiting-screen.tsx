import { Group, Loader } from '@mantine/core';

export function WaitingScreen() {
  return (
    <Group justify="center" mih="50vh" role="status" aria-label="Cargando…">
      <Loader />
    </Group>
  );
}
