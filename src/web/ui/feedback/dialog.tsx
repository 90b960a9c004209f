import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Box, Modal, type ModalRootProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Actions } from '#web/ui/shapes/actions.tsx';
import { Disc } from '#web/ui/shapes/disc.tsx';
import type { Tone } from '#web/ui/shapes/tone-badge.tsx';
import classes from './dialog.module.css';

interface DialogProps extends Pick<ModalRootProps, 'opened' | 'onClose' | 'closeOnEscape' | 'zIndex'> {
  icon: ReactNode;
  tone: Tone;
  title: ReactNode;
  children: ReactNode;
  /** The buttons, unless a form in the body has them. */
  actions?: ReactNode;
  alert?: boolean;
}

/** Mantine always writes role="dialog". */
const asAlertDialog = (element: HTMLElement | null) => element?.setAttribute('role', 'alertdialog');

export function Dialog({ icon, tone, title, children, actions, alert = false, ...root }: DialogProps) {
  return (
    <Modal.Root
      centered
      radius="lg"
      xOffset="var(--mantine-spacing-sm)"
      yOffset="var(--mantine-spacing-sm)"
      classNames={classes}
      {...root}
    >
      <Modal.Overlay bg="var(--veil)" />
      {/* Mantine labels the dialog by its title only after the first render. */}
      <Modal.Content {...(typeof title === 'string' && { 'aria-label': title })} {...(alert && { ref: asAlertDialog })}>
        <Disc tone={tone}>{icon}</Disc>
        <Modal.Title>{title}</Modal.Title>
        <Modal.Body p={0} c="var(--ink-2)">
          {children}
        </Modal.Body>
        {actions && (
          <Box mt="lg">
            <Actions>{actions}</Actions>
          </Box>
        )}
      </Modal.Content>
    </Modal.Root>
  );
}
