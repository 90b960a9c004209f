import { Group, type GroupProps } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import classes from './callout.module.css';
import type { Tone } from './tone-badge.tsx';

interface CalloutProps extends GroupProps {
  ref?: Ref<HTMLDivElement>;
  tone: Tone;
  icon?: ReactNode;
}

/** A highlighted box; its background, headings and bold text take the colours of the tone. */
export function Callout({ tone, icon, children, ...rest }: CalloutProps) {
  return (
    <Group
      className={classes.callout ?? ''}
      data-tone={tone}
      align="flex-start"
      gap="xs"
      wrap="nowrap"
      px="sm"
      py="xs"
      fz="sm"
      {...rest}
    >
      {icon}
      <div>{children}</div>
    </Group>
  );
}
