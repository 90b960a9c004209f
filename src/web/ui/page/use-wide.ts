import { useMediaQuery } from '@mantine/hooks';
import { BREAKPOINTS } from '#web/theme/breakpoints.ts';

/** Whether there is room for tables and tabs at the side (lg); below, cards and a strip. */
export function useWide(): boolean {
  return useMediaQuery(`(min-width: ${BREAKPOINTS.lg}em)`, true, { getInitialValueInEffect: false });
}
