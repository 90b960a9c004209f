import { Box, Text } from '@mantine/core';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import classes from './side-tabs.module.css';

const { root = '', index = '', strip = '', entry = '', tab = '', sheet = '' } = classes;

/** An index beside a white sheet; on a narrow screen a strip above it. Links and Mantine's tabs take these as their classes. */
export const SIDE_TABS = { root, index, strip, tab: `${entry} ${tab}`, sheet };

/** One of a plain list of ways, with an icon before it; `aria-current` marks where one is. */
export const LIST_ENTRY = entry;

/** Above the first of the entries that belong together. */
export function IndexHeading(props: Omit<ComponentPropsWithRef<'p'>, 'color'>) {
  return <Text size="xs" fw="var(--mantine-font-weight-bold)" c="dimmed" p="sm" pb="2xs" {...props} />;
}

/** How much is behind an entry, at its end. */
export function IndexCount({ children }: { children: ReactNode }) {
  return (
    <Box component="small" ml="auto">
      {children}
    </Box>
  );
}
