import type { ReactNode } from 'react';
import classes from './ruled-list.module.css';

export function RuledList({ children }: { children: ReactNode }) {
  return <ul className={classes.list}>{children}</ul>;
}
