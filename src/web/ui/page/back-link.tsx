import { IconArrowLeft } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';
import classes from './back-link.module.css';

function ArrowBack({ children = 'Volver', ...props }: ComponentPropsWithRef<'a'>) {
  return (
    <a {...props} className={classes.back}>
      <IconArrowLeft size={16} aria-hidden />
      {children}
    </a>
  );
}

/** The way up, above a screen's title: `<BackLink to="/registros">Volver</BackLink>`. */
export const BackLink = createLink(ArrowBack);
