import { type ReactNode, useEffect, useState } from 'react';

/** Renders large children in a later task, so that input stays responsive; `atOnce` renders them immediately. */
export function DeferredRender({
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
