import { useEffect, useState } from 'react';
import type { SectionName } from '#web/features/reports/state/report-sections.ts';
import { headingOf } from './report-section.tsx';

/** Brings a picked section into view once it is open, because the section that closed above it moved it. @returns picks a section */
export function usePickedSection(open: readonly SectionName[], wide: boolean): (name: SectionName) => void {
  const [picked, pick] = useState<SectionName>();
  useEffect(() => {
    if (!picked || !open.includes(picked)) return;
    pick(undefined);
    const heading = document.getElementById(headingOf(picked));
    // Beside the index the key figures stay above the section.
    heading?.scrollIntoView({ block: wide ? 'nearest' : 'start' });
    if (!wide) heading?.querySelector('button')?.focus({ preventScroll: true });
  }, [picked, open, wide]);
  return pick;
}
