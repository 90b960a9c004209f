import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';

/** The phone's menu; it closes when another screen is shown, which then keeps the focus. */
export function useMenu() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [openAt, setOpenAt] = useState<string | null>(null);
  const [everOpened, setEverOpened] = useState(false);
  const [left, setLeft] = useState(false);
  if (openAt !== null && openAt !== path) {
    setOpenAt(null);
    setLeft(true);
  }
  return {
    everOpened,
    opened: openAt === path,
    returnFocus: !left,
    open: () => {
      setOpenAt(path);
      setEverOpened(true);
      setLeft(false);
    },
    close: () => setOpenAt(null),
    /** A link to the current screen only closes the menu. */
    follow: (to: string) => {
      if (to === path) setOpenAt(null);
    },
  };
}
