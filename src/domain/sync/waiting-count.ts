/** `espera`: not sent. `enviando`: may be sent, so frozen. `hecha`: applied, not fetched yet. The others need the user and block the lane. */
export type WaitingState = 'espera' | 'enviando' | 'hecha' | 'rechazada' | 'conflicto';

interface InState {
  readonly estado: WaitingState;
}

export const needsSomebody = ({ estado }: InState): boolean => estado === 'rechazada' || estado === 'conflicto';

export interface WaitingCount {
  readonly send: number;
  readonly look: number;
}

export function countOf(all: readonly InState[] | null): WaitingCount {
  const left = (all ?? []).filter(({ estado }) => estado !== 'hecha');
  const look = left.filter(needsSomebody).length;
  return { send: left.length - look, look };
}
