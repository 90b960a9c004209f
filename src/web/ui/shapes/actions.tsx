import type { ReactNode } from 'react';
import classes from './actions.module.css';

interface ActionsProps {
  children: ReactNode;
  /** Long words beside each other: on a phone a size smaller. */
  tight?: boolean;
  className?: string | undefined;
}

/** Buttons in a row, at its end; on a phone they share its width. */
export function Actions({ children, tight, className = '' }: ActionsProps) {
  return (
    <div className={`${classes.actions} ${className}`} data-tight={tight || undefined}>
      {children}
    </div>
  );
}
