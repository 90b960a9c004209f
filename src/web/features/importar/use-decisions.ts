import { useEffect, useState } from 'react';
import { type Import, type ImportState, isWorking } from '#domain/calls/importing.ts';
import { errorDetail, refusedFor } from '#web/lib/api-errors.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { loadedImport, putDecisions, type RowDecision, refreshImport, showImport } from './imports-api.ts';

/** The states in which the server takes decisions about rows. */
const DECIDABLE: readonly ImportState[] = ['ensayada', 'parada', 'importada'];
export const isDecidable = (state: ImportState): boolean => DECIDABLE.includes(state);

type Rows = ReadonlyMap<number, RowDecision>;

interface Batch {
  rows: Rows;
  /** The import on which the decisions were based. */
  before: Import;
  /** Whether the screen has shown that the server rehearses these rows. */
  rehearsing: boolean;
}

/**
 * Sends decisions about single rows. The server rehearses the decided rows and takes no other decision meanwhile, so that those made then follow
 * together.
 */
export function useDecisions(current: Import) {
  const { _id, estado } = current;
  const [waiting, setWaiting] = useState<Rows>(new Map());
  const [batch, setBatch] = useState<Batch | null>(null);
  /** The import that a refusal has shown to be outdated, until the loaded one is rendered. */
  const [outdated, setOutdated] = useState<Import | null>(null);

  useEffect(() => {
    if (batch) {
      if (isWorking(estado) && !batch.rehearsing) setBatch({ ...batch, rehearsing: true });
      if (isWorking(estado) || !batch.rehearsing) return;
      // Rehearsed: the rows are shown as they are now.
      setBatch(null);
      void refreshImport(_id);
      return;
    }
    if (!isDecidable(estado) || waiting.size === 0 || current === outdated) return;
    const rows = waiting;
    setWaiting(new Map());
    setBatch({ rows, before: current, rehearsing: false });
    void (async () => {
      try {
        const answer = await putDecisions(_id, [...rows.values()]);
        await showImport(answer);
        // The rehearsal may have ended already, without a rendered state in between.
        setBatch((now) => (now?.rows !== rows ? now : isWorking(answer.estado) ? { ...now, rehearsing: true } : null));
      } catch (error) {
        await refreshImport(_id);
        setOutdated(loadedImport(_id) === current ? null : current);
        setBatch(null);
        // Another account began some work: the decisions follow after it.
        if (refusedFor(error, 'importState')) setWaiting((since) => new Map([...rows, ...since]));
        else notify.error({ title: 'No se guardó la decisión.', message: errorDetail(error) });
      }
    })();
  }, [_id, estado, current, batch, waiting, outdated]);

  const decide = (row: RowDecision) => {
    if (batch?.rows.has(row.fila) || waiting.has(row.fila)) return;
    setWaiting((before) => new Map(before).set(row.fila, row));
  };
  const sending: Rows = new Map([...(batch?.rows ?? []), ...waiting]);
  return { decide, sending, before: batch?.before };
}

export type Decisions = ReturnType<typeof useDecisions>;
