import type { ReactNode } from 'react';
import classes from './row-list.module.css';

export function RowList({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className={classes.rows} aria-label={label}>
      {children}
    </ul>
  );
}

/** A row of a table as a card: its name, a link, and the other cells. */
export function CardRow({ name, link, children }: { name: ReactNode; link?: ReactNode; children: ReactNode }) {
  return (
    <li>
      <div className={classes.head}>
        <div>{name}</div>
        {link}
      </div>
      {children}
    </li>
  );
}
