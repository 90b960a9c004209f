import type { ReactNode } from 'react';
import classes from './section-head.module.css';

interface SectionHeadProps {
  children: ReactNode;
  actions?: ReactNode;
}

/** A heading with its actions at the end of the line, or below it on a narrow screen. */
export function SectionHead({ children, actions }: SectionHeadProps) {
  return (
    <div className={classes.head}>
      {children}
      {actions}
    </div>
  );
}
