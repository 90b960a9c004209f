import '@mantine/core/styles/Tabs.layer.css';
import { ActionIcon, Tabs } from '@mantine/core';
import { IconLayoutGrid } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { Address } from '#web/lib/address.ts';
import { lazyPart } from '#web/ui/page/lazy-part.tsx';
import { useWide } from '#web/ui/page/use-wide.ts';
import classes from './booklet.module.css';
import type { BookletSearch } from './booklet-search.ts';
import type { BookletSection } from './section.ts';
import { SectionCount, SectionMarker } from './section-marker.tsx';
import { useSection } from './use-section.ts';

const SectionDrawer = lazyPart(() => import('./section-drawer.tsx'));

interface BookletProps {
  sections: BookletSection[];
  address: Address<BookletSearch>;
  /** Clicking the open section closes it. */
  closable?: boolean;
}

function Tab({ section, group }: { section: BookletSection; group: string | undefined }) {
  return (
    <>
      {group && (
        <div className={classes.group} role="presentation">
          {group}
        </div>
      )}
      <Tabs.Tab
        value={section.key}
        leftSection={<SectionMarker marker={section.marker} />}
        rightSection={<SectionCount count={section.count} />}
      >
        {section.label}
      </Tabs.Tab>
    </>
  );
}

/** Index tabs beside a white sheet; on a narrow screen a strip above it, and a drawer with all of them. */
export function Booklet({ sections, address, closable = false }: BookletProps) {
  const wide = useWide();
  const keys = sections.map(({ key }) => key);
  const { current, open } = useSection(keys, closable, address);
  const opened = sections.find(({ key }) => key === current);
  const [drawer, setDrawer] = useState<'never' | 'open' | 'closed'>('never');
  const strip = useRef<HTMLDivElement>(null);

  // The open tab is in sight, also when the drawer or the address opened it.
  useEffect(() => {
    const tab = current && strip.current?.querySelector<HTMLElement>('[data-active]');
    if (!wide && tab && strip.current)
      strip.current.scrollLeft = tab.offsetLeft - (strip.current.clientWidth - tab.offsetWidth) / 2;
  }, [current, wide]);

  return (
    <Tabs
      value={current}
      onChange={open}
      orientation={wide ? 'vertical' : 'horizontal'}
      variant="none"
      allowTabDeactivation={closable}
      activateTabWithKeyboard={false}
      keepMounted={false}
      classNames={{
        root: classes.book ?? '',
        list: classes.tabs ?? '',
        tab: classes.tab ?? '',
        tabLabel: classes.label ?? '',
        tabSection: classes.marker ?? '',
        panel: classes.sheet ?? '',
      }}
    >
      <div className={classes.index}>
        <Tabs.List ref={strip} aria-label="Secciones de la libreta">
          {sections.map((section, index) => (
            <Tab
              key={section.key}
              section={section}
              group={section.group !== sections[index - 1]?.group ? section.group : undefined}
            />
          ))}
        </Tabs.List>
        {!wide && (
          <ActionIcon
            className={classes.all ?? ''}
            aria-label="Ver todas las secciones"
            aria-haspopup="dialog"
            onClick={() => setDrawer('open')}
          >
            <IconLayoutGrid size={24} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {opened && (
        <Tabs.Panel key={opened.key} value={opened.key}>
          {opened.render()}
        </Tabs.Panel>
      )}
      {!opened && <p className={`${classes.sheet} ${classes.closed}`}>Elige una sección de la libreta.</p>}
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
