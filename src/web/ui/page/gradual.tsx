import { type ReactNode, useEffect, useState } from 'react';

/**
 * Draws what is large in a turn of its own, so that whatever somebody presses meanwhile is not held up by it and the rest.
 * @param waiting what stands in its place until then
 * @param atOnce without that, where it was there before
 */
export function Gradual({
  children,
  waiting = null,
  atOnce = false,
}: {
  children: ReactNode;
  waiting?: ReactNode;
  atOnce?: boolean;
}) {
  const [begun, setBegun] = useState(atOnce);
  useEffect(() => {
    const turn = setTimeout(() => setBegun(true));
    return () => clearTimeout(turn);
  }, []);
  return begun ? children : waiting;
}
