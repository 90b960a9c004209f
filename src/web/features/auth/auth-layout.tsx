import type { ReactNode } from 'react';
import portadaUrl from '#web/assets/ilustracion-portada.svg?no-inline';
import classes from './auth-layout.module.css';

/** The two screens outside: the picture beside, the form on a white sheet. */
export function AuthLayout({ children, tall = false }: { children: ReactNode; tall?: boolean }) {
  return (
    <div className={classes.layout} data-tall={tall || undefined}>
      <div className={classes.picture}>
        <img src={portadaUrl} alt="" />
      </div>
      <div className={classes.side}>
        <div className={classes.content}>
          <img src="/logo.svg" alt="" className={classes.mark} width={64} height={64} />
          {children}
        </div>
      </div>
    </div>
  );
}

export function AuthTitle({ title, lead }: { title: string; lead: ReactNode }) {
  return (
    <div>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.lead}>{lead}</p>
    </div>
  );
}
