import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './facts.module.css';

export interface Fact {
  label: string;
  value: ReactNode;
  /** Under the value: how it has changed. */
  note?: ReactNode;
  /** Its value says itself what it is: the label is only heard. */
  selfNamed?: boolean | undefined;
  /** Columns of the grid that it takes; `all`: a line of its own. */
  span?: 2 | 'all' | undefined;
  /** A measured figure: larger than words. */
  figure?: boolean | undefined;
}

interface FactsProps {
  facts: readonly Fact[];
  /**
   * `grid`: name above value, in columns. `rows`: name beside value, ruled. `line`: one after the other. `inline`: so, each name before
   * its value. `dense`: as many columns as figures have room. `figures`: large numbers.
   */
  layout?: 'grid' | 'rows' | 'line' | 'inline' | 'dense' | 'figures';
  className?: string | undefined;
  'aria-busy'?: boolean;
}

/** What is known of something, each with its name. */
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
