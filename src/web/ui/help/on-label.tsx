import type { ReactNode } from 'react';
import type { ExplanationProps } from './explanation.tsx';
import classes from './help.module.css';
import { HelpButton } from './help-button.tsx';

interface OnLabelProps extends ExplanationProps {
  label: string;
  children: ReactNode;
}

/** An input whose box has no room for the "?": it stands at the end of the line of the label and adds no height. */
export function HelpOnLabel({ children, ...explained }: OnLabelProps) {
  return (
    <div className={classes.helped}>
      {children}
      <HelpButton {...explained} className={classes.onLabel} />
    </div>
  );
}
