import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/Tabs.layer.css';
import { ActionIcon, Box, Stack, Tabs } from '@mantine/core';
import { IconLayoutGrid } from '@tabler/icons-react';
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Address } from '#web/lib/address.ts';
import { DeferredRender } from '#web/ui/page/deferred-render.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.tsx';
import { useTabInView } from '#web/ui/page/use-tab-in-view.ts';
import { useWide } from '#web/ui/page/use-wide.ts';
import { IndexHeading, SIDE_TABS } from '#web/ui/shapes/side-tabs.tsx';
import type { BookletSearch } from './booklet-search.ts';
import { type BookletSection, startsGroup } from './section.ts';
import { SectionCount, SectionMarker } from './section-marker.tsx';
import { useSection } from './use-section.ts';

const SectionDrawer = lazyPart(() => import('./section-drawer.tsx'));

interface BookletProps {
  sections: BookletSection[];
  address: Address<BookletSearch>;
  /** Whether clicking the open section closes it. */
  closable?: boolean;
  /** Stands at the bottom of a phone while no form is shown. */
  bar?: ReactNode;
  /** Stands below the open section, with the strip of sections still in view. */
  below?: ReactNode;
  /** Renders the section immediately, so that going back restores the scroll position. */
  atOnce?: boolean;
}

/** Index tabs beside a white sheet; on a narrow screen a strip above it and a drawer with all sections. */
export function BookletTabs({ sections, address, closable = false, bar, below, atOnce = false }: BookletProps) {
  const wide = useWide();
  const keys = sections.map(({ key }) => key);
  const { current, open } = useSection(keys, closable, address);
  const openSection = sections.find(({ key }) => key === current);
  const [drawer, setDrawer] = useState<'never' | 'open' | 'closed'>('never');
  const strip = useRef<HTMLDivElement>(null);
  // Later sections render immediately: a page that becomes shorter for a moment would scroll.
  const shown = useRef(0);
  useEffect(() => {
    if (current !== null) shown.current += 1;
  }, [current]);

  useTabInView(strip, current, !wide);

  return (
    <Tabs
      value={current}
      onChange={open}
      orientation={wide ? 'vertical' : 'horizontal'}
      variant="none"
      allowTabDeactivation={closable}
      activateTabWithKeyboard={false}
      keepMounted={false}
      {...(!wide && { mt: 0 })}
      classNames={{ root: SIDE_TABS.root, list: SIDE_TABS.strip, tab: SIDE_TABS.tab, panel: SIDE_TABS.sheet }}
    >
      <div className={SIDE_TABS.index} data-only="screen">
        <Tabs.List ref={strip} aria-label="Secciones de la libreta">
          {sections.map((section, index) => (
            <Fragment key={section.key}>
              {wide && startsGroup(sections, index) && <IndexHeading role="presentation">{section.group}</IndexHeading>}
              <Tabs.Tab
                value={section.key}
                leftSection={<SectionMarker marker={section.marker} />}
                rightSection={wide && <SectionCount count={section.count} />}
              >
                {section.label}
              </Tabs.Tab>
            </Fragment>
          ))}
        </Tabs.List>
        {!wide && (
          <ActionIcon
            size="3rem"
            aria-label="Ver todas las secciones"
            aria-haspopup="dialog"
            onClick={() => setDrawer('open')}
          >
            <IconLayoutGrid size={24} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {openSection && (
        <Tabs.Panel key={openSection.key} value={openSection.key} {...(!wide && { pt: '2xs' })}>
          {/* As high as the screen, so that nothing in view moves when the section appears. */}
          <DeferredRender atOnce={atOnce || shown.current > 0} waiting={<Box mih="100vh" />}>
            {openSection.render()}
          </DeferredRender>
        </Tabs.Panel>
      )}
      {!openSection && (
        <Stack className={SIDE_TABS.sheet} align="center" justify="center" c="dimmed">
          <p>Elige una sección de la libreta.</p>
        </Stack>
      )}
      {below && <Box style={{ gridColumn: 2 }}>{below}</Box>}
      {!wide && (!openSection || openSection.formless) && bar}
      {drawer !== 'never' && (
        <SectionDrawer
          sections={sections}
          current={current}
          opened={drawer === 'open'}
          onClose={() => setDrawer('closed')}
          onOpen={open}
        />
      )}
    </Tabs>
  );
}
