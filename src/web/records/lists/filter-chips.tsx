import { Fragment, type ReactNode } from 'react';
import classes from './filter-chips.module.css';

export interface FilterChoice<Value> {
  /** '' for no filter. */
  value: Value;
  label: string;
  count?: number | undefined;
  /** Marks a choice with items that need action. */
  attention?: boolean;
}

/** Props that make a link look like a chip. */
interface ChipLinkProps {
  resetScroll: false;
  activeOptions: { exact: true };
  'aria-current': 'true' | undefined;
  'data-attention': true | undefined;
  children: ReactNode;
}

interface FilterChipsProps<Value> {
  label: string;
  choices: readonly FilterChoice<Value>[];
  chosen: Value;
  /** Renders the link to the list with this filter. */
  link: (value: Value, props: ChipLinkProps) => ReactNode;
}

/** Filters a list by one of a few values, kept in the address. */
export function FilterChips<Value extends string>({ label, choices, chosen, link }: FilterChipsProps<Value>) {
  return (
    <nav aria-label={label} className={classes.chips}>
      {choices.map(({ value, label: text, count, attention }) => (
        <Fragment key={value}>
          {link(value, {
            resetScroll: false,
            activeOptions: { exact: true },
            'aria-current': value === chosen ? 'true' : undefined,
            'data-attention': attention || undefined,
            children: count === undefined ? text : `${text} (${count.toLocaleString('es-EC')})`,
          })}
        </Fragment>
      ))}
    </nav>
  );
}
