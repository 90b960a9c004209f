import '@mantine/core/styles/ActionIcon.layer.css';
import { ActionIcon, Anchor } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef, MouseEvent } from 'react';
import classes from './back-link.module.css';
import { useWayBack } from './way-back.ts';

type AnchorProps = ComponentPropsWithRef<'a'>;

/** The link's own handler does nothing once a press was used to go back. */
function useReturn(onClick: AnchorProps['onClick']) {
  const goBack = useWayBack();
  return (event: MouseEvent<HTMLAnchorElement>) => {
    goBack(event);
    onClick?.(event);
  };
}

function ArrowBack({ children = 'Volver', onClick, ...props }: AnchorProps) {
  return (
    <Anchor
      data-only="screen"
      {...props}
      onClick={useReturn(onClick)}
      underline="hover"
      size="sm"
      className={classes.back ?? ''}
    >
      <IconArrowLeft size={16} aria-hidden />
      {children}
    </Anchor>
  );
}

export const BackLink = createLink(ArrowBack);

function IconBack({
  children = <IconArrowLeft size={24} aria-hidden />,
  onClick,
  color: _color,
  ...props
}: AnchorProps) {
  return (
    <ActionIcon
      component="a"
      data-only="screen"
      {...props}
      onClick={useReturn(onClick)}
      size="var(--touch)"
      variant="transparent"
      c="inherit"
    >
      {children}
    </ActionIcon>
  );
}

/** The link back as an icon alone, for a bar of the page's colour; it needs an `aria-label`. */
export const BackIcon = createLink(IconBack);
