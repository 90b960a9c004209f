import { Box, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface StateProps {
  /** A picture, or an icon on a disc. */
  mark: ReactNode;
  title: string;
  /** `h1`: nothing else is on the screen. */
  titleAs?: 'p' | 'h1';
  message?: ReactNode;
  /** A button or a link. */
  action?: ReactNode;
  role?: 'alert';
}

/** What stands in the place of content: what is the matter, and what to do about it. */
export function State({ mark, title, titleAs = 'p', message, action, role }: StateProps) {
  return (
    <Stack align="center" gap="2xs" px="md" py="xl" ta="center" role={role}>
      <Box mb="xs">{mark}</Box>
      <Text component={titleAs} size={titleAs === 'h1' ? 'xl' : 'md'} fw="var(--mantine-font-weight-bold)">
        {title}
      </Text>
      {message && (
        <Text size="sm" c="dimmed" maw="30em">
          {message}
        </Text>
      )}
      {action && <Box mt="md">{action}</Box>}
    </Stack>
  );
}
