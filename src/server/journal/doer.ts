/** Where a request came from. */
export interface Origin {
  /** Its id, as its answer and the log carry it. */
  readonly request: string;
  readonly address: string;
  /** The browser and system, as people call them. */
  readonly device: string;
}

/** Who does something that the journal keeps; `id` is null for whoever is not known. */
export interface Doer {
  readonly id: string | null;
  /** Null for what the program does by itself. */
  readonly origin: Origin | null;
}

export const PROGRAM: Doer = { id: null, origin: null };
