import { Group, Text } from '@mantine/core';
import { IconInfoCircle, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './note.module.css';

interface NoteProps {
  children: ReactNode;
  icon?: TablerIcon;
  action?: ReactNode;
  role?: 'status';
}

export function Note({ children, icon: Icon = IconInfoCircle, action, role }: NoteProps) {
  return (
    <Group
      className={classes.note}
      gap="xs"
      px="sm"
      py={action ? '2xs' : 'xs'}
      align={action ? 'center' : 'flex-start'}
      wrap="nowrap"
      role={role}
    >
      <Icon size={20} aria-hidden />
      <Text component="div" size="sm" flex={1} miw={0}>
        {children}
      </Text>
      {action}
    </Group>
  );
}
