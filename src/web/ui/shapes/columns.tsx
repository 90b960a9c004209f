import type { ReactNode } from 'react';
import classes from './columns.module.css';

interface ColumnsProps {
  narrow?: boolean;
  children: ReactNode;
}

/** Equal columns, as many as fit. */
export function ColumnGrid({ narrow, children }: ColumnsProps) {
  return (
    <div className={classes.columns} data-narrow={narrow || undefined}>
      {children}
    </div>
  );
}
