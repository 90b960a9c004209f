import { useEffect, useRef, useState } from 'react';
import type { ExportedList, ExportFormat } from '#domain/calls/exports.ts';
import type { ListRequest } from '#web/lib/booklets/record-api.ts';
import { loadNoticeCenter, notify } from '#web/ui/feedback/notify.ts';
import { type ExportProgress, exportList } from './list-export.ts';

/** More often than this nobody sees a number change. */
const SHOWN_EVERY_MS = 100;
const CANCELLED = 'La exportación se canceló y no se guardó ningún archivo.';

export interface RunningExport {
  format: ExportFormat;
  /** Null until the server begins to answer. */
  progress: ExportProgress | null;
}

/** One export of a list at a time: it goes on while the list is searched and paged, and ends with the screen. */
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
    // While there is a signal: how it ended must also be said when there is none any more.
    loadNoticeCenter().catch(() => undefined);
    let shownAt = 0;
    const onProgress = (progress: ExportProgress) => {
      const now = performance.now();
      if (now - shownAt < SHOWN_EVERY_MS) return;
      shownAt = now;
      setRunning({ format, progress });
    };
    try {
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
