import type { ReactNode } from 'react';
import classes from './bleed.module.css';

/** A table with its pager that extends to the edges of a card. */
export function Bleed({ children }: { children: ReactNode }) {
  return <div className={classes.bleed}>{children}</div>;
}
