import type { Session } from '#domain/calls/session.ts';
import type { PromptReason } from '#domain/device/vault.ts';
import { createStore } from '#web/lib/store.ts';

export interface OpeningPrompt {
  readonly why: PromptReason;
  readonly session: Session;
  settle: () => void;
}

export const openingPrompt = createStore<OpeningPrompt | null>(null);
