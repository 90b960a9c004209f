import { useCallback, useEffect, useRef } from 'react';

/** @returns whether the component is still on the screen, for what follows an answer that may come after the user has left it */
export function useIsShown(): () => boolean {
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return useCallback(() => shown.current, []);
}
