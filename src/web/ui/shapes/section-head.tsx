import type { ReactNode } from 'react';
import classes from './section-head.module.css';

interface SectionHeadProps {
  /** A heading element. */
  children: ReactNode;
  /** What can be done with what follows. */
  actions?: ReactNode;
}

/** A heading with its actions at the other end of the line, or below where there is no room. */
export function SectionHead({ children, actions }: SectionHeadProps) {
  return (
    <div className={classes.head}>
      {children}
      {actions}
    </div>
  );
}
