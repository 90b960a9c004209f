import { Fragment, type ReactNode } from 'react';
import classes from './filter-chips.module.css';

export interface FilterChoice<Value> {
  /** '': everything. */
  value: Value;
  label: string;
  /** How many there are, once known. */
  count?: number | undefined;
  /** Somebody waits for this. */
  attention?: boolean;
}

/** What a chip's link is given to look like one. */
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
  /** The link to the list narrowed to this. */
  link: (value: Value, props: ChipLinkProps) => ReactNode;
}

/** Narrows a list to one of a few things; the choice stands in the address. */
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
