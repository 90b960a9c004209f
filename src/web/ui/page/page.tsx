import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Actions } from '#web/ui/shapes/actions.tsx';
import classes from './page.module.css';

export function Page({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <div className={`${classes.page} ${className}`}>{children}</div>;
}

interface PageHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  back?: ReactNode;
  actions?: ReactNode;
  /** For a phone: a smaller title, with actions that are icons beside it. */
  compact?: boolean;
}

export function PageHeader({ title, description, back, actions, compact = false }: PageHeaderProps) {
  return (
    <Group component="header" align={compact ? 'flex-start' : 'flex-end'} wrap={compact ? 'nowrap' : 'wrap'} mb="md">
      <div>
        {back}
        <Title order={1} {...(compact && { fz: 'xl' })}>
          {title}
        </Title>
        {description && (
          <Text size="sm" c="dimmed">
            {description}
          </Text>
        )}
      </div>
      {actions && (
        <Actions tight className={compact ? classes.beside : classes.actions}>
          {actions}
        </Actions>
      )}
    </Group>
  );
}
