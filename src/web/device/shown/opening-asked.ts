import type { Session } from '#domain/calls/session.ts';
import type { Asking } from '#domain/device/vault.ts';
import { createStore } from '#web/lib/store.ts';

export interface OpeningAsked {
  readonly why: Asking;
  readonly session: Session;
  settle: () => void;
}

export const openingAsked = createStore<OpeningAsked | null>(null);
