import type { Session } from '#domain/calls/session.ts';
import type { PromptReason } from '#domain/device/vault.ts';
import { createStore } from '#web/lib/store.ts';

export interface OpeningPrompt {
  readonly why: PromptReason;
  readonly session: Session;
  settle: () => void;
}

export const openingPrompt = createStore<OpeningPrompt | null>(null);

/** Whether the screen is removed while the password is asked for: the user may be another person. */
export const coversScreen = (why: PromptReason): boolean => why === 'locked' || why === 'waiting';
