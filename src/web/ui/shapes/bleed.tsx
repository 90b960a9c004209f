import type { ReactNode } from 'react';
import classes from './bleed.module.css';

/** A table at the foot of a sheet that reaches its edges, and its pager. */
export function Bleed({ children }: { children: ReactNode }) {
  return <div className={classes.bleed}>{children}</div>;
}
