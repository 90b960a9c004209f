import type { ReactNode } from 'react';
import classes from './toolbar.module.css';

export function Toolbar({ children }: { children: ReactNode }) {
  return <div className={classes.toolbar}>{children}</div>;
}
