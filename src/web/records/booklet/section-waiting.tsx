import { Box, Loader } from '@mantine/core';

/** Shown while the code of a section loads; as tall as the window, because a shorter page would scroll. */
export const SectionWaiting = () => (
  <Box mih="100vh" p="xl">
    <Loader role="status" aria-label="Cargando…" />
  </Box>
);
