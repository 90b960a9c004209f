import { Box } from '@mantine/core';

/** A colour of a drawing, beside what it stands for. */
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
