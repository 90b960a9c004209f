/**
 * `espera`: may still be changed. `enviando`: the server may have it, so it stays as it is. `hecha`: the server has it, the booklet that
 * says so has not come down yet. `rechazada`, `conflicto`: somebody must look at it, and what follows in its booklet waits.
 */
export type WaitingState = 'espera' | 'enviando' | 'hecha' | 'rechazada' | 'conflicto';

interface InState {
  readonly estado: WaitingState;
}

/** Whether nothing goes on with it before somebody has looked at it. */
export const needsSomebody = ({ estado }: InState): boolean => estado === 'rechazada' || estado === 'conflicto';

/** How much of what a device keeps is still to be sent, and how much somebody must look at. */
export interface WaitingCount {
  readonly send: number;
  readonly look: number;
}

export function countOf(all: readonly InState[] | null): WaitingCount {
  const left = (all ?? []).filter(({ estado }) => estado !== 'hecha');
  const look = left.filter(needsSomebody).length;
  return { send: left.length - look, look };
}
