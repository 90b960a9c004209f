import { Box } from '@mantine/core';

/** Reserves the place of the next appointments while their code loads, so that the sections do not move. */
export const NextAppointmentsWaiting = () => <Box mih="9rem" mt="md" />;
