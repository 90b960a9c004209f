import type { Session } from '#domain/calls/session.ts';
import { createStore } from '#web/lib/store.ts';

/** Somebody whose vault is closed, and who is being asked for the password. */
export interface OpeningAsked {
  /** `locked`: nobody has touched the device for a while, and nothing may be seen; `offline`: nothing else helps; `wanted`: by the person. */
  readonly why: 'locked' | 'offline' | 'wanted';
  readonly session: Session;
  settle: (opened: boolean) => void;
}

export const openingAsked = createStore<OpeningAsked | null>(null);

/**
 * What is asked already stays as it is, unless the screen is to be covered. Once it is, nothing is asked anew: the vault may still be
 * closing when the answer is typed, and a dialog that came again would have lost it.
 */
export function askToOpen(why: OpeningAsked['why'], session: Session): void {
  const asked = openingAsked.get();
  if (asked && (why !== 'locked' || asked.why === 'locked')) return;
  openingAsked.set({ why, session, settle: () => openingAsked.set(null) });
}
