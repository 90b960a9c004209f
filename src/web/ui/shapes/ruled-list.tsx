import type { ReactNode } from 'react';
import classes from './ruled-list.module.css';

/** Items, each a `li`, with a line between them. */
export function RuledList({ children }: { children: ReactNode }) {
  return <ul className={classes.list}>{children}</ul>;
}
