import { VisuallyHidden } from '@mantine/core';
import { type RefObject, useEffect } from 'react';
import { EXPORT_FORMATS } from '#domain/calls/exports.ts';
import { lazyPart } from '#web/ui/page/lazy-part.tsx';
import type { ListExport } from './use-list-export.ts';

/** Few lists are exported, so the code that shows it loads with the first. */
const ExportDetails = lazyPart(() => import('./export-details.tsx'));
/** Screen readers announce the progress in steps of this many percent. */
const ANNOUNCE_STEP = 25;

interface ExportProgressProps {
  list: ListExport;
  /** Gets the focus when the focused element is removed. */
  returnTo: RefObject<HTMLButtonElement | null>;
}

export function ExportProgressBar({ list, returnTo }: ExportProgressProps) {
  const { running, failure } = list;
  const active = running !== null;
  useEffect(() => {
    if (!active) return;
    return () => {
      const { activeElement } = document;
      if (activeElement === document.body || activeElement?.closest('[data-export]')) returnTo.current?.focus();
    };
  }, [active, returnTo]);

  const { rows = 0, total = 0 } = running?.progress ?? {};
  const percent = total > 0 ? Math.floor((rows / total) * 100) : null;
  const label = running ? `Exportando a ${EXPORT_FORMATS[running.format].label}` : '';
  const percentText = percent === null ? '' : `: ${Math.floor(percent / ANNOUNCE_STEP) * ANNOUNCE_STEP} %`;
  return (
    <>
      <VisuallyHidden role="status">{label + percentText}</VisuallyHidden>
      {(active || failure !== null) && <ExportDetails list={list} label={label} percent={percent} />}
    </>
  );
}
