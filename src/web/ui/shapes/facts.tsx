import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './facts.module.css';

export interface Fact {
  label: string;
  value: ReactNode;
  note?: ReactNode;
  /** The value explains itself: the label is only for screen readers. */
  selfNamed?: boolean | undefined;
  /** Grid columns; `all` takes a whole line. */
  span?: 2 | 'all' | undefined;
  figure?: boolean | undefined;
}

interface FactsProps {
  facts: readonly Fact[];
  /** `grid`: label above value. `rows`: label beside value. `line`: in one line. `inline`: same, label first. `dense`: many columns. `figures`: large. */
  layout?: 'grid' | 'rows' | 'line' | 'inline' | 'dense' | 'figures';
  className?: string | undefined;
  'aria-busy'?: boolean;
}

export function Facts({ facts, layout = 'grid', className = '', ...rest }: FactsProps) {
  return (
    <dl className={`${classes.facts} ${className}`} data-layout={layout} {...rest}>
      {facts.map(({ label, selfNamed, value, note, span, figure }) => (
        <div key={label} data-span={span}>
          <dt>{selfNamed ? <VisuallyHidden>{label}</VisuallyHidden> : label}</dt>
          <dd data-figure={figure || undefined}>{value}</dd>
          {note && <dd>{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
