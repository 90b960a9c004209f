import { useMediaQuery } from '@mantine/hooks';

/** Whether there is room for tables and tabs at the side (75em); below, cards and a strip. */
export function useWide(): boolean {
  return useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false });
}
