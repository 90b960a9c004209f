import '@mantine/core/styles/ActionIcon.layer.css';
import { ActionIcon, type ActionIconProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type AnchorIconProps = Omit<ComponentPropsWithRef<'a'>, keyof ActionIconProps> & ActionIconProps;

function AnchorIcon(props: AnchorIconProps) {
  return <ActionIcon component="a" {...props} />;
}

/** A link that is an icon alone; it needs an `aria-label`. */
export const IconLink = createLink(AnchorIcon);
