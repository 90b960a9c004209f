import { useEffect, useRef, useState } from 'react';
import type { ExportedList, ExportFormat } from '#domain/calls/exports.ts';
import type { ListRequest } from '#web/lib/booklets/record-api.ts';
import { loadNoticeCenter, notify } from '#web/ui/feedback/notify.ts';
import { registerLazyLoader } from '#web/ui/page/lazy-part.tsx';
import type { ExportProgress } from './list-export.ts';

const listExport = registerLazyLoader(() => import('./list-export.ts'));

/** The shortest time between two updates of the progress, in ms. */
const SHOWN_EVERY_MS = 100;
const CANCELLED = 'La exportación se canceló y no se guardó ningún archivo.';

export interface RunningExport {
  format: ExportFormat;
  /** Null until the response begins. */
  progress: ExportProgress | null;
}

/** Exports a list, one export at a time; it continues while the list is searched or paged and is cancelled with the screen. */
export function useListExport(list: ExportedList, request: ListRequest) {
  const [running, setRunning] = useState<RunningExport | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);

  const start = async (format: ExportFormat) => {
    if (current.current) return;
    const controller = new AbortController();
    current.current = controller;
    setRunning({ format, progress: null });
    setFailure(null);
    // Loaded while there is a connection, because the result must be shown even without one.
    loadNoticeCenter().catch(() => undefined);
    let shownAt = 0;
    const onProgress = (progress: ExportProgress) => {
      const now = performance.now();
      if (now - shownAt < SHOWN_EVERY_MS) return;
      shownAt = now;
      setRunning({ format, progress });
    };
    try {
      const { exportList } = await listExport();
      const name = await exportList(list, format, request, { signal: controller.signal, onProgress });
      notify.success({ title: 'Lista exportada', message: name });
    } catch (error) {
      if (controller.signal.aborted) notify.success({ title: CANCELLED });
      else setFailure(error);
    } finally {
      current.current = null;
      setRunning(null);
    }
  };

  return { running, failure, start, cancel: () => current.current?.abort() };
}

export type ListExport = ReturnType<typeof useListExport>;
