import { useCallback, useState } from 'react';
import type { Value, Values } from '#domain/fields/index.ts';
import type { Draft } from '#web/lib/drafts.ts';
import { sameValues, withDraftValues } from '#web/records/form/form-values.ts';
import { useDraft, useEarlierDraft } from '#web/records/form/use-draft.ts';
import { useUnsavedChanges } from '#web/ui/form/use-unsaved-changes.ts';

/** What is chosen for the visit as a whole (its day, the ticked doses), kept as a draft like the values of its forms. */
export function useVisitChoices(about: string, initial: Values) {
  const place = `visita.${about}`;
  const earlier = useEarlierDraft(place);
  const [start] = useState(initial);
  const [choices, setChoices] = useState(() => (earlier ? withDraftValues(start, earlier.values) : start));
  const dirty = !sameValues(start, choices);
  const onDraftReadable = (draft: Draft) => setChoices(withDraftValues(start, draft.values));
  const { keep, drop, resume } = useDraft(place, { dirty, values: choices, earlier, onDraftReadable }, () => ({}));
  const unsaved = useUnsavedChanges(dirty, { keep });
  const choose = useCallback(
    (name: string, value: Value) => {
      resume();
      setChoices((before) => (before[name] === value ? before : { ...before, [name]: value }));
    },
    [resume],
  );
  return {
    choices,
    choose,
    discard: () => {
      drop();
      setChoices(start);
    },
    /** Drops the draft after the visit is saved. */
    release: () => {
      drop();
      unsaved.release();
    },
  };
}

/** Several chosen keys are stored as one text. */
export const chosenKeys = (value: Value | undefined): string[] =>
  String(value ?? '')
    .split(',')
    .filter(Boolean);

export const withKey = (keys: readonly string[], key: string, chosen: boolean): string =>
  [...keys.filter((one) => one !== key), ...(chosen ? [key] : [])].join(',');
