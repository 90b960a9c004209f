import { Box, Loader } from '@mantine/core';

/** While a section's code comes. As tall as the window: a page that shrinks for a moment would scroll. */
export const SectionWaiting = () => (
  <Box mih="100vh" p="xl">
    <Loader role="status" aria-label="Cargando…" />
  </Box>
);
