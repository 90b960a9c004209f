import { Box } from '@mantine/core';

export function LegendMark({ color }: { color: string }) {
  return (
    <Box
      component="span"
      w="1rem"
      h="1rem"
      flex="none"
      bdrs="2xs"
      style={{ background: color, printColorAdjust: 'exact' }}
      aria-hidden
    />
  );
}
