import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './side-sheet.module.css';

interface SideSheetProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  closeLabel: string;
  children: ReactNode;
}

/** Something to read beside the screen, which stays as it is; on a phone it takes the whole height and width. */
export function SideSheet({ opened, onClose, title, closeLabel, children }: SideSheetProps) {
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      // Inside main its header is no second banner of the page.
      portalProps={{ target: 'main' }}
      position="right"
      size="36rem"
      padding="md"
      classNames={classes}
    >
      <Drawer.Overlay />
      {/* The library names it by its title a moment later, once that is there. */}
      <Drawer.Content aria-label={title}>
        <Drawer.Header>
          <Drawer.Title>{title}</Drawer.Title>
          <Drawer.CloseButton aria-label={closeLabel} size={44} iconSize={24} />
        </Drawer.Header>
        <Drawer.Body>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
