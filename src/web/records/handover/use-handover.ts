import { useRef, useState } from 'react';
import { isNotFound } from '#web/lib/api-errors.ts';
import { handBatchOver, refreshCustody } from './handover-api.ts';

/** Some booklets by id, or all booklets of a custodian. */
export type HandoverScope = { readonly personas: readonly string[] } | { readonly de: string; readonly total: number };

/** Booklets per request; small enough for a visible progress. */
const BATCH = 100;

interface HandoverTarget {
  readonly a: string;
  readonly motivo: string;
}

export interface HandoverState {
  readonly status: 'idle' | 'running' | 'stopping' | 'stopped' | 'done';
  /** The number of booklets processed so far, and of all. */
  readonly settled: number;
  readonly total: number;
  /** The number of booklets that really changed custodian. */
  readonly moved: number;
}

const IDLE: HandoverState = { status: 'idle', settled: 0, total: 0, moved: 0 };
const countOf = (what: HandoverScope) => ('de' in what ? what.total : what.personas.length);

/** Hands booklets over in batches. It can be stopped and resumed between batches, because repeating a batch is harmless. */
export function useHandover() {
  const [state, setState] = useState(IDLE);
  const latest = useRef(state);
  const stopping = useRef(false);
  const set = (next: Partial<HandoverState>) => {
    latest.current = { ...latest.current, ...next };
    setState(latest.current);
  };

  const handOverBatch = async (what: HandoverScope, to: HandoverTarget): Promise<boolean> => {
    const { settled, moved } = latest.current;
    if ('de' in what) {
      const { traspasadas, faltan } = await handBatchOver({ ...to, de: what.de });
      set({ settled: settled + traspasadas, moved: moved + traspasadas, total: settled + traspasadas + faltan });
      // Stops when a batch moved nothing, because the rest would be requested for ever.
      return faltan > 0 && traspasadas > 0;
    }
    const personas = what.personas.slice(settled, settled + BATCH);
    // In a selection of many, deleted booklets do not block the others.
    const skipDeleted = (error: unknown) => {
      const some = personas.length < what.personas.length;
      if (!some || !isNotFound(error)) throw error;
      return { traspasadas: 0 };
    };
    const { traspasadas } = await handBatchOver({ ...to, personas }).catch(skipDeleted);
    set({ settled: settled + personas.length, moved: moved + traspasadas });
    return latest.current.settled < what.personas.length;
  };

  /** Starts or resumes. @returns whether it finished. @throws the error of a request */
  const run = async (what: HandoverScope, to: HandoverTarget): Promise<boolean> => {
    if (latest.current.status === 'running') return false;
    stopping.current = false;
    set({ status: 'running', total: latest.current.total || countOf(what) });
    try {
      while (await handOverBatch(what, to))
        if (stopping.current) {
          set({ status: 'stopped' });
          return false;
        }
      set({ status: 'done' });
      return true;
    } catch (error) {
      set({ status: latest.current.settled > 0 ? 'stopped' : 'idle' });
      throw error;
    } finally {
      await refreshCustody();
    }
  };

  const stop = () => {
    stopping.current = true;
    set({ status: 'stopping' });
  };
  return { state, run, stop, moved: () => latest.current.moved };
}
