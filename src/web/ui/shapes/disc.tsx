import type { ReactNode } from 'react';
import classes from './disc.module.css';
import type { Tone } from './tone-badge.tsx';

interface DiscProps {
  tone: Tone;
  /** `sm`: a number before a heading. */
  size?: 'sm' | 'md';
  children: ReactNode;
}

/** An icon in a coloured circle, above the words of a state or a question. */
export function Disc({ tone, size = 'md', children }: DiscProps) {
  return (
    <span className={classes.disc} data-tone={tone} data-size={size}>
      {children}
    </span>
  );
}
