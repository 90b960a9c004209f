import type { ReactNode } from 'react';
import classes from './disc.module.css';
import type { Tone } from './tone-badge.tsx';

/** An icon in a coloured circle, above the words of a state or a question. */
export function Disc({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={classes.disc} data-tone={tone}>
      {children}
    </span>
  );
}
