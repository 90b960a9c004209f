import '@mantine/core/styles/Flex.layer.css';
import { Flex } from '@mantine/core';
import { IconLayoutList, IconRuler2 } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import { SECTION_NAMES, type SectionName, sectionsInAddress } from '#web/features/reports/state/report-sections.ts';
import { useTabInView } from '#web/ui/page/use-tab-in-view.ts';
import { SIDE_TABS } from '#web/ui/shapes/side-tabs.tsx';
import type { SectionHead } from './report-section.tsx';

const { Link } = getRouteApi('/reportes');
const [FIRST] = SECTION_NAMES;
const EVERY = 'Ver todo';

interface IndexLinkProps {
  /** What the link opens. */
  sections: readonly SectionName[];
  active: boolean;
  onClick: () => void;
  children: ReactNode;
}

function IndexLink({ sections, active, onClick, children }: IndexLinkProps) {
  return (
    <Link
      to="."
      search={(before) => ({ ...before, seccion: sectionsInAddress(sections) })}
      resetScroll={false}
      activeOptions={{ exact: true }}
      className={SIDE_TABS.tab}
      data-active={active || undefined}
      aria-current={active ? 'true' : undefined}
      onClick={onClick}
    >
      {children}
    </Link>
  );
}

interface ReportIndexProps {
  sections: readonly SectionHead[];
  open: readonly SectionName[];
  wide: boolean;
  /** The section that must come into view. */
  onPick: (name: SectionName) => void;
}

const BESIDE = {
  gridColumn: 1,
  gridRow: '1 / span 2',
  position: 'sticky',
  top: 'calc(var(--header) + var(--gutter))',
} as const;

/** Links to the sections, always in view: beside them, or a strip above them on a narrow screen. */
export function ReportIndex({ sections, open, wide, onPick }: ReportIndexProps) {
  const strip = useRef<HTMLDivElement>(null);
  const every = open.length === SECTION_NAMES.length;
  const only = open.length === 1 ? open[0] : undefined;
  useTabInView(strip, every ? EVERY : (only ?? null), !wide);
  return (
    <nav
      className={SIDE_TABS.index}
      style={wide ? BESIDE : undefined}
      data-only="screen"
      aria-label="Índice de reportes"
    >
      <Flex ref={strip} className={SIDE_TABS.strip} direction={wide ? 'column' : 'row'}>
        {sections.map(({ name, label, icon: SectionIcon, summary }) => (
          <IndexLink key={name} sections={[name]} active={name === only} onClick={() => onPick(name)}>
            {wide && <SectionIcon size={20} aria-hidden />}
            <span>
              {label}
              {wide && <small style={{ display: 'block' }}>{summary || '\u00a0'}</small>}
            </span>
          </IndexLink>
        ))}
        <IndexLink sections={SECTION_NAMES} active={every} onClick={() => onPick(FIRST)}>
          {wide && <IconLayoutList size={20} aria-hidden />}
          {EVERY}
        </IndexLink>
        <Link to="/reportes/calidad" className={SIDE_TABS.tab}>
          {wide && <IconRuler2 size={20} aria-hidden />}
          Cómo se mide
        </Link>
      </Flex>
    </nav>
  );
}
