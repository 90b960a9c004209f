import { Fragment, type ReactNode, useEffect, useRef } from 'react';
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
  /** On a phone one line that scrolls sideways. */
  inLine?: boolean;
  /** Renders the link to the list with this filter. */
  link: (value: Value, props: ChipLinkProps) => ReactNode;
}

/** Filters a list by one of a few values, kept in the address. */
export function FilterChips<Value extends string>(props: FilterChipsProps<Value>) {
  const { label, choices, chosen, inLine, link } = props;
  const line = useRef<HTMLElement>(null);
  const counts = choices.map(({ count }) => count).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts make the chips wider
  useEffect(() => {
    const chip = line.current?.querySelector<HTMLElement>('[aria-current]');
    // Not `scrollIntoView`, which would also scroll the page.
    if (inLine && chosen && chip) line.current?.scrollTo({ left: chip.offsetLeft - chip.offsetHeight });
  }, [inLine, chosen, counts]);
  return (
    <nav ref={line} aria-label={label} className={classes.chips} data-line={inLine}>
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
