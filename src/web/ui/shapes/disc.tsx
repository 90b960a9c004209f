import type { ReactNode } from 'react';
import classes from './disc.module.css';
import type { Tone } from './tone-badge.tsx';

interface DiscProps {
  tone: Tone;
  size?: 'sm' | 'md';
  children: ReactNode;
}

/** An icon or a number in a coloured circle. */
export function Disc({ tone, size = 'md', children }: DiscProps) {
  return (
    <span className={classes.disc} data-tone={tone} data-size={size}>
      {children}
    </span>
  );
}
