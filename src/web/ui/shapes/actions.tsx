import type { ReactNode } from 'react';
import classes from './actions.module.css';

/** Buttons in a row, at its end; on a phone they share its width. */
export function Actions({ children, className = '' }: { children: ReactNode; className?: string | undefined }) {
  return <div className={`${classes.actions} ${className}`}>{children}</div>;
}
