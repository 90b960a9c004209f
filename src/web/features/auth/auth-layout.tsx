import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import portadaUrl from '#web/assets/ilustracion-portada.svg?no-inline';
import classes from './auth-layout.module.css';

/** The two screens outside: the picture beside, the form on a white sheet. */
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

/** Below a form: the way to the other one. */
export function AuthFoot({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed" className={classes.foot ?? ''}>
      {children}
    </Text>
  );
}
