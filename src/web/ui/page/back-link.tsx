import { Anchor } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';
import classes from './back-link.module.css';

function ArrowBack({ children = 'Volver', ...props }: ComponentPropsWithRef<'a'>) {
  return (
    <Anchor {...props} underline="hover" size="sm" className={classes.back ?? ''}>
      <IconArrowLeft size={16} aria-hidden />
      {children}
    </Anchor>
  );
}

export const BackLink = createLink(ArrowBack);
