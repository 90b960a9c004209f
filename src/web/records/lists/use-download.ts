import { useEffect, useRef, useState } from 'react';
import { errorDetail } from '#web/lib/api-errors.ts';
import { notify } from '#web/ui/feedback/notify.ts';

/** Saves a file, once at a time. @param save downloads it and returns its name */
export function useDownload(save: (signal: AbortSignal) => Promise<string>) {
  const [busy, setBusy] = useState(false);
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);
  const start = async () => {
    if (current.current) return;
    const controller = new AbortController();
    current.current = controller;
    setBusy(true);
    try {
      notify.success({ title: 'Archivo descargado', message: await save(controller.signal) });
    } catch (error) {
      if (!controller.signal.aborted)
        notify.error({ title: 'No se pudo descargar el archivo.', message: errorDetail(error) });
    } finally {
      current.current = null;
      setBusy(false);
    }
  };
  return { busy, start };
}
