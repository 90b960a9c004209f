import '@mantine/core/styles/Badge.layer.css';
import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './tone-badge.module.css';

/** The pairs of colours with a meaning: `--{tone}-fg` on `--{tone}-bg`. */
export type Tone = 'ok' | 'over' | 'low' | 'none' | 'quiet' | 'strong' | 'brand' | 'warn';

interface ToneBadgeProps {
  tone: Tone;
  icon?: ReactNode;
  size?: 'md' | 'lg';
  children: ReactNode;
}

/** A word with its colour and its icon; never the colour alone. */
export function ToneBadge({ tone, icon, size = 'md', children }: ToneBadgeProps) {
  return (
    <Badge
      variant="light"
      radius="xl"
      className={classes.badge ?? ''}
      data-tone={tone}
      data-size={size}
      leftSection={icon}
    >
      {children}
    </Badge>
  );
}
