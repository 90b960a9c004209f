import { useMediaQuery } from '@mantine/hooks';
import { BREAKPOINTS } from '#web/theme/breakpoints.ts';

/** Whether the screen has room for tables and side tabs (lg); narrower screens show cards and a strip. */
export function useWide(): boolean {
  return useMediaQuery(`(min-width: ${BREAKPOINTS.lg}em)`, true, { getInitialValueInEffect: false });
}
