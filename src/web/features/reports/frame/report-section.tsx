import '@mantine/core/styles/Flex.layer.css';
import { Box, Flex, Text, Title, UnstyledButton } from '@mantine/core';
import { type Icon, IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { SectionName } from '#web/features/reports/state/report-sections.ts';
import { LIST_ENTRY } from '#web/ui/shapes/side-tabs.tsx';
import classes from './report-section.module.css';

/** What the index and the head of a section show of it. */
export interface SectionHead {
  name: SectionName;
  label: string;
  icon: Icon;
  /** Its main figure, or what it is about; '' while the figure loads. */
  summary: string;
}

export const headingOf = (name: SectionName) => `seccion-${name}`;

interface FoldingHeadProps {
  section: SectionHead;
  open: boolean;
  onToggle: () => void;
}

function FoldingHead({ section: { label, icon: SectionIcon, summary }, open, onToggle }: FoldingHeadProps) {
  const Chevron = open ? IconChevronUp : IconChevronDown;
  return (
    <Flex
      component="span"
      bdrs="lg"
      bg="var(--surface)"
      style={{ boxShadow: 'var(--mantine-shadow-sm)' }}
      data-only="screen"
    >
      <UnstyledButton className={LIST_ENTRY} w="100%" mih="3.75rem" aria-expanded={open} onClick={onToggle}>
        <SectionIcon size={24} aria-hidden />
        <Box component="span" flex={1}>
          <Text span fz="lg" fw="var(--mantine-font-weight-bold)" display="block">
            {label}
          </Text>
          {!open && <small>{summary || '\u00a0'}</small>}
        </Box>
        <Chevron size={20} aria-hidden />
      </UnstyledButton>
    </Flex>
  );
}

interface ReportSectionProps extends FoldingHeadProps {
  /** On a wide screen the index opens and closes sections, so that the head is only a heading. */
  wide: boolean;
  /** Renders the cards, which load their figures. */
  children: () => ReactNode;
}

/** A part of the page whose cards exist, and load, only while it is open; a closed one is not printed. */
export function ReportSection({ wide, children, ...head }: ReportSectionProps) {
  const { section, open } = head;
  const { name, label } = section;
  return (
    <Box component="section" mb="sm" aria-label={label} data-only={open ? undefined : 'screen'}>
      <Title order={2} id={headingOf(name)} style={{ breakAfter: 'avoid', scrollMarginTop: wide ? 0 : 'var(--touch)' }}>
        {!wide && <FoldingHead {...head} />}
        <span data-only={wide ? undefined : 'paper'}>{label}</span>
      </Title>
      {open && <div className={classes.grid}>{children()}</div>}
    </Box>
  );
}
