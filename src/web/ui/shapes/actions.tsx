import type { ReactNode } from 'react';
import classes from './actions.module.css';

interface ActionsProps {
  children: ReactNode;
  /** For long labels: a smaller font on phones. */
  tight?: boolean;
  className?: string | undefined;
}

/** A row of buttons aligned to the end; on a phone they share the full width. */
export function Actions({ children, tight, className = '' }: ActionsProps) {
  return (
    <div className={`${classes.actions} ${className}`} data-tight={tight || undefined}>
      {children}
    </div>
  );
}
