import { createContext, use } from 'react';
import type { Values } from '#domain/fields/index.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { createStore, type Store } from '#web/lib/store.ts';
import { focusField } from '#web/ui/form/focus-field.ts';

/** A record of the visit that is stored, here or on the server. */
export interface SavedRecord {
  readonly definition: RecordDefinition;
  readonly _id: string;
  readonly values: Values;
  /** The server's message, or that it will be sent later. */
  readonly message: string;
}

/** What a part of the visit tells the others about its form. */
interface VisitPart {
  readonly key: string;
  /** The place of the part on the screen. */
  readonly order: number;
  /** Whether something was entered. Empty parts are not saved. */
  readonly isFilled: boolean;
  readonly saved: SavedRecord | null;
  readonly saving: boolean;
  /** Whether its values come from a draft. */
  readonly restored: boolean;
  /** Labels of required fields that are empty. */
  readonly missing: readonly string[];
  /** The number of other invalid fields, after the first attempt. */
  readonly toCorrect: number;
  /** Ids of fields with a warning. */
  readonly warned: readonly string[];
  readonly isValid: () => boolean;
  /** The id of the first field with a problem. */
  readonly firstProblem: () => string | null;
  /** Shows the problems, or sends the record. @returns the saved record; null if it is not saved */
  readonly submit: () => Promise<SavedRecord | null>;
  /** Empties the part. */
  readonly discard: () => void;
  /** Drops its draft, also that of a part that was not saved because it is empty. */
  readonly release: () => void;
}

interface SaveOutcome {
  readonly is: 'empty' | 'invalid' | 'refused' | 'saved';
  /** All records of the visit that are saved by now. */
  readonly records: readonly SavedRecord[];
}

export interface Visit {
  readonly parts: Store<readonly VisitPart[]>;
  /** Whether something was sent. From then on the visit is compared with the booklet as it was before. */
  readonly started: Store<boolean>;
  /** Shows a part's newest state to the others. */
  readonly report: (part: VisitPart) => void;
  readonly leave: (key: string) => void;
  /** The time of one record, which is its part of the time that the whole visit took. */
  readonly shareOf: (seconds: number | undefined) => number | undefined;
  readonly save: () => Promise<SaveOutcome>;
  readonly discard: () => void;
  readonly release: () => void;
}

const inOrder = (a: VisitPart, b: VisitPart) => a.order - b.order || (a.key < b.key ? -1 : 1);

function attend(part: VisitPart | undefined): void {
  const field = part?.firstProblem();
  if (field) focusField(field);
}

/** The parts of one visit. Each part is an ordinary record, saved by the same rules as in its own section. */
export function createVisit(): Visit {
  const parts = createStore<readonly VisitPart[]>([]);
  const started = createStore(false);
  let running: Promise<SaveOutcome> | null = null;
  /** How many records are sent together. */
  let sending = 0;

  async function saveFilled(): Promise<SaveOutcome> {
    const before = parts.get().flatMap(({ saved }) => saved ?? []);
    const filled = parts.get().filter(({ isFilled, saved }) => isFilled && !saved);
    if (filled.length === 0) return { is: before.length > 0 ? 'saved' : 'empty', records: before };
    const invalid = filled.filter((part) => !part.isValid());
    if (invalid.length > 0) {
      // A part that is not valid shows its problems and sends nothing.
      await Promise.all(invalid.map((part) => part.submit()));
      attend(invalid[0]);
      return { is: 'invalid', records: before };
    }
    sending = filled.length;
    started.set(true);
    const saved = await Promise.all(filled.map((part) => part.submit()));
    const records = [...before, ...saved.flatMap((one) => one ?? [])];
    const refused = filled.find((_, index) => !saved[index]);
    attend(refused);
    return { is: refused ? 'refused' : 'saved', records };
  }

  return {
    parts,
    started,
    report: (part) => parts.set([...parts.get().filter(({ key }) => key !== part.key), part].sort(inOrder)),
    leave: (key) => parts.set(parts.get().filter((part) => part.key !== key)),
    shareOf: (seconds) => seconds && Math.round(seconds / Math.max(1, sending)),
    save: () => {
      running ??= saveFilled().finally(() => {
        running = null;
      });
      return running;
    },
    discard: () => {
      for (const part of parts.get()) if (!part.saved) part.discard();
    },
    release: () => {
      for (const part of parts.get()) part.release();
    },
  };
}

export const VisitContext = createContext<Visit | null>(null);

/** @throws Error outside of a visit */
export function useVisit(): Visit {
  const visit = use(VisitContext);
  if (!visit) throw new Error('A part of a visit stands outside of the visit');
  return visit;
}
