import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './note.module.css';

/** A sentence that helps, beside what it is about. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <p className={classes.note}>
      <IconInfoCircle size={20} aria-hidden />
      <span>{children}</span>
    </p>
  );
}
