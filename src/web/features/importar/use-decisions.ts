import { useRef, useState } from 'react';
import { errorDetail } from '#web/lib/api-errors.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { putDecision, type RowDecision, refreshImport, showImport } from './imports-api.ts';

/** Sends decisions about single rows in their order; others can be made meanwhile. */
export function useDecisions(id: string) {
  const queue = useRef(Promise.resolve());
  const sending = useRef(new Map<number, RowDecision>());
  const [shown, setShown] = useState<ReadonlyMap<number, RowDecision>>(sending.current);
  const show = () => setShown(new Map(sending.current));

  const decide = (row: RowDecision) => {
    if (sending.current.has(row.fila)) return;
    sending.current.set(row.fila, row);
    show();
    queue.current = queue.current.then(async () => {
      try {
        const answer = await putDecision(id, row);
        // The rows are loaded once, after the last decision.
        if (sending.current.size === 1) await showImport(answer);
      } catch (error) {
        notify.error({ title: 'No se guardó la decisión.', message: errorDetail(error) });
        await refreshImport(id);
      } finally {
        sending.current.delete(row.fila);
        show();
      }
    });
  };
  return { decide, sending: shown };
}

export type Decisions = ReturnType<typeof useDecisions>;
