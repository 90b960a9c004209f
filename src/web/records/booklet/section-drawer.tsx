import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { Drawer, Stack, UnstyledButton } from '@mantine/core';
import { Fragment } from 'react';
import { IndexHeading, LIST_ENTRY } from '#web/ui/shapes/side-tabs.tsx';
import { type BookletSection, startsGroup } from './section.ts';
import classes from './section-drawer.module.css';
import { SectionCount, SectionMarker } from './section-marker.tsx';

interface SectionDrawerProps {
  sections: BookletSection[];
  current: string | null;
  opened: boolean;
  onClose: () => void;
  onOpen: (key: string) => void;
}

export default function SectionDrawer({ sections, current, opened, onClose, onOpen }: SectionDrawerProps) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      // Outside of main the header would be a second banner landmark.
      portalProps={{ target: 'main' }}
      position="bottom"
      size="auto"
      title="Secciones"
      closeButtonProps={{ 'aria-label': 'Cerrar secciones', size: 44, iconSize: 24 }}
      padding="sm"
      classNames={{ content: classes.content, title: classes.title }}
    >
      <Stack gap={0}>
        {sections.map(({ key, label, marker, count, group }, index) => (
          <Fragment key={key}>
            {startsGroup(sections, index) && <IndexHeading>{group}</IndexHeading>}
            <UnstyledButton
              className={LIST_ENTRY}
              aria-current={key === current}
              onClick={() => {
                onClose();
                if (key !== current) onOpen(key);
              }}
            >
              <SectionMarker marker={marker} />
              {label}
              <SectionCount count={count} />
            </UnstyledButton>
          </Fragment>
        ))}
      </Stack>
    </Drawer>
  );
}
