import type { ReactNode } from 'react';
import classes from './row-list.module.css';

/** The rows of a table on a phone, one under the other. */
export function RowList({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className={classes.rows} aria-label={label}>
      {children}
    </ul>
  );
}

/** One of them: whom it is about, where that leads, and the rest of what its table says. */
export function ListedRow({ name, link, children }: { name: ReactNode; link?: ReactNode; children: ReactNode }) {
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
