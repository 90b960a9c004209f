import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type Plain<Props> = Omit<ComponentPropsWithRef<'a'>, keyof Props> & Props;

function AnchorButton(props: Plain<ButtonProps>) {
  return <Button component="a" {...props} />;
}

function PlainAnchor(props: Plain<AnchorProps>) {
  return <Anchor {...props} />;
}

export const ButtonLink = createLink(AnchorButton);

export const TextLink = createLink(PlainAnchor);
