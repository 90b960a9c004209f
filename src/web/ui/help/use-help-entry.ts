import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/**
 * An explanation is open while the current entry of the browser's history names it: "back" closes it and leaves the form as it is.
 * @param name of the field or group, once per page
 */
export function useHelpEntry(name: string) {
  const router = useRouter();
  const opened = useLocation({ select: ({ state }) => 'ayuda' in state && state.ayuda === name });
  const closing = useRef(false);
  useEffect(() => {
    if (!opened) closing.current = false;
  }, [opened]);
  return {
    opened,
    open: () => {
      const entry = { ayuda: name };
      void router.navigate({ to: '.', search: true, state: (before) => ({ ...before, ...entry }), resetScroll: false });
    },
    close: () => {
      // A second press before the first has gone back would leave the screen.
      if (!opened || closing.current) return;
      closing.current = true;
      router.history.back();
    },
  };
}
