/** Stores the notes of one account, each under its name. */
export interface NoteKeeper {
  read(name: string): Promise<unknown>;
  /** Replaces a note; no page writes between the reading and the writing. @param by null removes it @returns what is stored now */
  change(name: string, by: (stored: unknown) => unknown): Promise<unknown>;
  /** Calls the listener when another page has changed a note. @returns a function that stops */
  onChange(listener: () => void): () => void;
}
