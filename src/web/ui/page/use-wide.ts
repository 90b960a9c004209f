import { useMediaQuery } from '@mantine/hooks';
import { BREAKPOINTS } from '#web/theme/breakpoints.ts';

/** Whether the screen is at least as wide as the layout. */
export function useFrom(layout: keyof typeof BREAKPOINTS): boolean {
  return useMediaQuery(`(min-width: ${BREAKPOINTS[layout]}em)`, true, { getInitialValueInEffect: false });
}

/** Whether the screen has room for tables and side tabs (lg); narrower screens show cards and a strip. */
export const useWide = (): boolean => useFrom('lg');
