import type { Session } from '#domain/calls/session.ts';
import type { Asking } from '#domain/device/vault.ts';
import { createStore } from '#web/lib/store.ts';

/** A person whose vault is closed, and who is being asked for the password. */
export interface OpeningAsked {
  readonly why: Asking;
  readonly session: Session;
  /** She gives up. */
  settle: () => void;
}

export const openingAsked = createStore<OpeningAsked | null>(null);
