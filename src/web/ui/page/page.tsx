import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Actions } from '#web/ui/shapes/actions.tsx';
import classes from './page.module.css';

/** The frame of an ordinary screen: the content's width and its margins. */
export function Page({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <div className={`${classes.page} ${className}`}>{children}</div>;
}

interface PageHeaderProps {
  title: ReactNode;
  /** A line under the title: a greeting, a count. */
  description?: ReactNode;
  /** A `<BackLink>` above the title. */
  back?: ReactNode;
  /** Buttons at the right; on a phone, side by side under the title. */
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
