import { Box, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface StateProps {
  mark: ReactNode;
  title: string;
  /** `h1` where the screen has no other content. */
  titleAs?: 'p' | 'h1';
  message?: ReactNode;
  action?: ReactNode;
  role?: 'alert';
}

/** Explains in place of content what is wrong or missing, and what to do. */
export function State({ mark, title, titleAs = 'p', message, action, role }: StateProps) {
  return (
    <Stack align="center" gap="2xs" px="md" py="xl" ta="center" role={role} style={{ overflowWrap: 'anywhere' }}>
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
