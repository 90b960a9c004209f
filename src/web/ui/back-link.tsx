import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './back-link.module.css';

/** The way up, above a screen's title: `<BackLink to="/registros">Volver</BackLink>`. */
export function BackLink({ to, children = 'Volver' }: { to: string; children?: ReactNode }) {
  return (
    <Link to={to} className={classes.back}>
      <IconArrowLeft size={16} aria-hidden />
      {children}
    </Link>
  );
}
