export interface Origin {
  readonly request: string;
  readonly address: string;
  readonly device: string;
}

/** The author of a journal entry; `id` is null if unknown. */
export interface Doer {
  readonly id: string | null;
  /** Null for what the program does by itself. */
  readonly origin: Origin | null;
}

export const PROGRAM: Doer = { id: null, origin: null };
