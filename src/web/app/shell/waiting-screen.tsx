import { Center, Loader } from '@mantine/core';

/** Shown only when a screen's code takes its time. */
export function WaitingScreen() {
  return (
    <Center mih="50vh" role="status" aria-label="Cargando…">
      <Loader />
    </Center>
  );
}
