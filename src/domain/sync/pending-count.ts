/** `espera`: not sent. `enviando`: may be sent, so frozen. `hecha`: applied, not fetched yet. The others need the user and block the lane. */
export type OperationState = 'espera' | 'enviando' | 'hecha' | 'rechazada' | 'conflicto';

interface InState {
  readonly estado: OperationState;
}

export const needsDecision = ({ estado }: InState): boolean => estado === 'rechazada' || estado === 'conflicto';

export interface PendingCount {
  readonly toSend: number;
  readonly toDecide: number;
}

export function pendingCountOf(all: readonly InState[] | null): PendingCount {
  const left = (all ?? []).filter(({ estado }) => estado !== 'hecha');
  const toDecide = left.filter(needsDecision).length;
  return { toSend: left.length - toDecide, toDecide };
}

export function countPending(all: readonly InState[] | null): number {
  const { toSend, toDecide } = pendingCountOf(all);
  return toSend + toDecide;
}
