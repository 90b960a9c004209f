import type { ReactNode } from 'react';
import classes from './toolbar.module.css';

/** Above a list: the search first, then what narrows it. */
export function Toolbar({ children }: { children: ReactNode }) {
  return <div className={classes.toolbar}>{children}</div>;
}
