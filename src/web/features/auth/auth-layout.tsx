import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import portadaUrl from '#web/assets/ilustracion-portada.svg?no-inline';
import classes from './auth-layout.module.css';

/** The layout without a session: a picture beside a form. */
export function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className={classes.layout}>
      <img src={portadaUrl} alt="" className={classes.picture} />
      <div className={classes.side}>
        <div className={classes.content}>
          <img src="/logo.svg" alt="" width={64} height={64} />
          {children}
        </div>
      </div>
    </div>
  );
}

export function AuthTitle({ title, lead }: { title: string; lead: ReactNode }) {
  return (
    <div>
      <h1>{title}</h1>
      <Text c="dimmed">{lead}</Text>
    </div>
  );
}

/** The link to the other form. */
export function AuthFoot({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed" className={classes.foot ?? ''}>
      {children}
    </Text>
  );
}
