import { useRef, useState } from 'react';
import type { Import } from '#domain/calls/importing.ts';
import { errorDetail } from '#web/lib/api-errors.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { refreshImport, showImport } from './imports-api.ts';

/** What a failed action is called. */
const FAILED = {
  columnas: 'No se pudo ensayar.',
  decidir: 'No se guardó la decisión.',
  importar: 'No se pudo empezar a importar.',
  parar: 'No se pudo detener.',
  deshacer: 'No se pudo deshacer.',
} as const;
export type ActionName = keyof typeof FAILED;

/**
 * Does one thing with an import at a time and shows the import as the server answers it. After a failure, such as a step that another account
 * already took, the import is loaded again.
 */
export function useImportAction(id: string) {
  const busy = useRef(false);
  const [running, setRunning] = useState<ActionName | null>(null);
  /** @returns whether it was done */
  const run = async (name: ActionName, action: () => Promise<Import>): Promise<boolean> => {
    if (busy.current) return false;
    busy.current = true;
    setRunning(name);
    try {
      await showImport(await action());
      return true;
    } catch (error) {
      notify.error({ title: FAILED[name], message: errorDetail(error) });
      await refreshImport(id);
      return false;
    } finally {
      busy.current = false;
      setRunning(null);
    }
  };
  return { running, run };
}

export type ImportAction = ReturnType<typeof useImportAction>;
