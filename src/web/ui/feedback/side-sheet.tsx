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
  /** `bottom`: a sheet at the bottom of a phone, as high as its content. */
  from?: 'right' | 'bottom';
  returnFocus?: boolean;
  closeOnEscape?: boolean;
  children: ReactNode;
}

/** A panel beside the screen, which stays visible; on a phone it fills the screen unless it comes from the bottom. */
export function SideSheet(props: SideSheetProps) {
  const { opened, onClose, title, closeLabel, from = 'right', children } = props;
  const { returnFocus = true, closeOnEscape = true } = props;
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      returnFocus={returnFocus}
      closeOnEscape={closeOnEscape}
      // Outside of main the header would be a second banner landmark.
      portalProps={{ target: 'main' }}
      position={from}
      size={from === 'bottom' ? 'auto' : '36rem'}
      padding="md"
      classNames={{ title: classes.title ?? '', content: from === 'bottom' ? (classes.bottom ?? '') : '' }}
    >
      <Drawer.Overlay />
      {/* Mantine labels the drawer by its title only after the first render. */}
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
