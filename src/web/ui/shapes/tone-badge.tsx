import '@mantine/core/styles/Badge.layer.css';
import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './tone-badge.module.css';

/** The tones of `tones.css`. */
export type Tone = 'ok' | 'over' | 'low' | 'none' | 'quiet' | 'strong' | 'brand' | 'warn';

interface ToneBadgeProps {
  tone: Tone;
  icon?: ReactNode;
  size?: 'md' | 'lg';
  children: ReactNode;
}

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
