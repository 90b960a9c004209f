import { Group, type GroupProps } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import classes from './callout.module.css';
import type { Tone } from './tone-badge.tsx';

interface CalloutProps extends GroupProps {
  ref?: Ref<HTMLDivElement>;
  tone: Tone;
  /** Before the words. */
  icon?: ReactNode;
}

/** What must not be overlooked among the rest: words on the colour of their tone, headings and bold words in its ink. */
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
