import { useRef, useState } from 'react';
import { isGone } from '#web/lib/api-errors.ts';
import { handBatchOver, refreshCustody } from './handover-api.ts';

/** What is handed over: some booklets by id, or all of somebody. */
export type Handing = { readonly personas: readonly string[] } | { readonly de: string; readonly total: number };

/** So many of a selection at once: few enough that the bar moves. */
const BATCH = 100;

interface To {
  readonly a: string;
  readonly motivo: string;
}

export interface HandoverState {
  readonly status: 'idle' | 'running' | 'stopping' | 'stopped' | 'done';
  /** Of how many booklets is settled where they are, and of how many in all. */
  readonly settled: number;
  readonly total: number;
  /** Really handed over. */
  readonly moved: number;
}

const IDLE: HandoverState = { status: 'idle', settled: 0, total: 0, moved: 0 };
const countOf = (what: Handing) => ('de' in what ? what.total : what.personas.length);

/**
 * Hands booklets over call by call. It can be stopped between two of them, and goes on where it was: what was handed over stays so, and
 * asking again for the same is harmless.
 */
export function useHandover() {
  const [state, setState] = useState(IDLE);
  const latest = useRef(state);
  const stopping = useRef(false);
  const set = (next: Partial<HandoverState>) => {
    latest.current = { ...latest.current, ...next };
    setState(latest.current);
  };

  const one = async (what: Handing, to: To): Promise<boolean> => {
    const { settled, moved } = latest.current;
    if ('de' in what) {
      const { traspasadas, faltan } = await handBatchOver({ ...to, de: what.de });
      set({ settled: settled + traspasadas, moved: moved + traspasadas, total: settled + traspasadas + faltan });
      // What nobody can move would be asked for for ever.
      return faltan > 0 && traspasadas > 0;
    }
    const personas = what.personas.slice(settled, settled + BATCH);
    // Of many, those who are no more hold nobody else up.
    const gone = (error: unknown) => {
      const some = personas.length < what.personas.length;
      if (!some || !isGone(error)) throw error;
      return { traspasadas: 0 };
    };
    const { traspasadas } = await handBatchOver({ ...to, personas }).catch(gone);
    set({ settled: settled + personas.length, moved: moved + traspasadas });
    return latest.current.settled < what.personas.length;
  };

  /** Begins, or goes on. @returns whether it came to its end; what a call throws is thrown */
  const run = async (what: Handing, to: To): Promise<boolean> => {
    if (latest.current.status === 'running') return false;
    stopping.current = false;
    set({ status: 'running', total: latest.current.total || countOf(what) });
    try {
      while (await one(what, to))
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
