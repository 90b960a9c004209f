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
}

export function PageHeader({ title, description, back, actions }: PageHeaderProps) {
  return (
    <Group component="header" align="flex-end" mb="md">
      <div>
        {back}
        <Title order={1}>{title}</Title>
        {description && (
          <Text size="sm" c="dimmed">
            {description}
          </Text>
        )}
      </div>
      {actions && (
        <Actions tight className={classes.actions}>
          {actions}
        </Actions>
      )}
    </Group>
  );
}
