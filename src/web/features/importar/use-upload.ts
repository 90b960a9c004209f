import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { errorDetail } from '#web/lib/api-errors.ts';
import { confirmDialog, STAY_HERE } from '#web/ui/feedback/confirm-dialog.ts';
import type { ImportKind } from './import-kinds.ts';
import { fileProblem, sendFile } from './send-file.ts';

export interface Upload {
  file: File;
  /** Null when it is not being sent. */
  percent: number | null;
  problem: string | null;
}

const LEAVING = {
  title: '¿Salir y cancelar la subida?',
  message: 'El archivo todavía se está subiendo. Si sales ahora, no llega al servidor.',
  confirmLabel: 'Salir y cancelar',
  cancelLabel: STAY_HERE,
  tone: 'question',
} as const;

/** Sends one file at a time; a failed one stays, to be sent again. @param onSent called with the id of the import */
export function useUpload(onSent: (id: string) => void) {
  const [upload, setUpload] = useState<Upload | null>(null);
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);
  useBlocker({
    shouldBlockFn: async ({ current: from, next }) => {
      if (!current.current || from.pathname === next.pathname) return false;
      return !(await confirmDialog(LEAVING));
    },
    enableBeforeUnload: () => current.current !== null,
  });

  const send = async (kind: ImportKind, file: File) => {
    if (current.current) return;
    const problem = fileProblem(file);
    setUpload({ file, percent: problem ? null : 0, problem });
    if (problem) return;
    const controller = new AbortController();
    current.current = controller;
    const onProgress = (part: number) => {
      const percent = Math.floor(part * 100);
      setUpload((before) => (before?.percent === percent ? before : { file, percent, problem: null }));
    };
    try {
      const id = await sendFile(kind, file, { onProgress, signal: controller.signal });
      current.current = null;
      // Cancelled just before the answer arrived.
      if (!controller.signal.aborted) onSent(id);
    } catch (error) {
      current.current = null;
      setUpload(controller.signal.aborted ? null : { file, percent: null, problem: errorDetail(error) });
    }
  };

  return { upload, send, cancel: () => current.current?.abort() };
}

export type UploadState = ReturnType<typeof useUpload>;
