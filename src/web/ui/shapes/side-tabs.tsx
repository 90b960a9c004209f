import { Box, Text } from '@mantine/core';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import classes from './side-tabs.module.css';

const { root = '', index = '', strip = '', entry = '', tab = '', sheet = '' } = classes;

/** Classes of an index beside a white sheet, or of a strip above it on a narrow screen; for links and for Mantine's tabs. */
export const SIDE_TABS = { root, index, strip, tab: `${entry} ${tab}`, sheet };

/** The class of an entry in a list of links; `aria-current` marks the current one. */
export const LIST_ENTRY = entry;

export function IndexHeading(props: Omit<ComponentPropsWithRef<'p'>, 'color'>) {
  return <Text size="xs" fw="var(--mantine-font-weight-bold)" c="dimmed" p="sm" pb="2xs" {...props} />;
}

export function IndexCount({ children }: { children: ReactNode }) {
  return (
    <Box component="small" ml="auto">
      {children}
    </Box>
  );
}
