import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Value, Values } from '#domain/fields/index.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { findCanton } from '#domain/territory.ts';
import { savedKnown } from '#web/lib/booklets/record-api.ts';
import type { Draft } from '#web/lib/drafts.ts';
import { newId } from '#web/lib/new-id.ts';
import type { Row } from '#web/lib/row.ts';
import { useUnsavedChanges } from '#web/ui/form/unsaved-changes.ts';
import { useSubmission } from '#web/ui/form/use-submission.ts';
import { derive, type FormContext, initialValues, renewedBy, sameValues, withKept } from './form-values.ts';
import { formWarnings } from './form-warnings.ts';
import { byField, checkForm, mapProblems } from './record-problems.ts';
import { useDraft, useEarlierDraft, useLeftover } from './use-draft.ts';

export interface RecordFormOptions {
  definition: RecordDefinition;
  /** What the form is about, for its draft: the row it edits, whose record it makes, or `nuevo`. */
  about: string;
  /** The row being edited; without it the form makes a new one. */
  stored?: Row | undefined;
  context?: FormContext | undefined;
  /** A last question before saving. @returns false to go on editing. */
  beforeSave?: ((values: Values) => Promise<boolean>) | undefined;
  /** Sends what passed the rules; throws when it could not be saved. */
  onSave: (values: Values) => Promise<void>;
}

/** A canton of another province than the chosen one is not kept, nor one whose province was taken away. */
function withoutForeignCantons(definition: RecordDefinition, values: Values, changed: string): Values {
  const next = { ...values };
  for (const [name, field] of Object.entries(definition.fields)) {
    if (field.kind !== 'canton' || field.within !== changed) continue;
    const province = String(values[changed] ?? '');
    if (!province || !findCanton(String(values[name] ?? ''), province)) next[name] = '';
  }
  return next;
}

/** What an edit's draft started from, where it says so; otherwise what any form starts with. */
function startOf(
  definition: RecordDefinition,
  stored: Row | undefined,
  context: FormContext,
  left: Draft | null,
): Values {
  const start = initialValues(definition, stored, context);
  return stored && left?.start ? withKept(start, left.start) : start;
}

const sameField = (name: string, some: Values, others: Values) =>
  sameValues({ [name]: some[name] ?? null }, { [name]: others[name] ?? null });

const NO_CONTEXT: FormContext = {};
const allowed = () => Promise.resolve(true);

/** The state of a form of any declared record. Nothing is marked before the first submit; then marks follow what is typed. */
export function useRecordForm(options: RecordFormOptions) {
  const { definition, about, stored, context = NO_CONTEXT, beforeSave = allowed, onSave } = options;
  const place = `${definition.key}.${about}`;
  const earlier = useEarlierDraft(place);
  const [start, setStart] = useState(() => startOf(definition, stored, context, earlier));
  const [values, setValues] = useState(() => (earlier ? withKept(start, earlier.values) : start));
  const [restored, setRestored] = useState(() => earlier !== null && !sameValues(start, values));
  /** The id that a new record goes out with; the same until it is saved, so that sending it again is harmless. */
  const id = useRef(earlier?.id ?? newId());
  /** That of what an earlier visit left. Known at once: what waits may be known before the form is drawn with it. */
  const leftId = useRef(restored ? id.current : undefined);
  /** The version of the row that the values started from. */
  const version = useRef((restored ? earlier?.version : undefined) ?? stored?.version);
  /** Whether `start` is what the values started from; of drafts that do not hold it nobody knows. */
  const startKnown = useRef(!restored || earlier?.start !== undefined);
  const typed = useRef(new Set(Object.keys(values).filter((name) => values[name] !== start[name])));
  const dirty = !sameValues(start, values);
  /** Whether anything was typed since the draft was there. */
  const touched = useRef(false);
  /** Whether what the form holds is on its way: then it is not emptied under it. */
  const goingOut = useRef(false);
  const onFound = (left: Draft) => {
    const first = startOf(definition, stored, context, left);
    const next = withKept(first, left.values);
    const differs = !sameValues(first, next);
    setStart(first);
    setValues(next);
    setRestored(differs);
    startKnown.current = !differs || left.start !== undefined;
    typed.current = new Set(Object.keys(next).filter((name) => next[name] !== first[name]));
    id.current = left.id ?? id.current;
    leftId.current = left.id;
    version.current = left.version ?? version.current;
  };
  const { keep, drop, resume } = useDraft(place, { dirty, values, earlier, onFound }, () =>
    stored ? { version: version.current, ...(startKnown.current && { start }) } : { id: id.current },
  );
  const unsaved = useUnsavedChanges(dirty, keep);
  const check = useCallback(() => checkForm(definition, values), [definition, values]);
  const { problems, failure, sending, tried, summary, submit, correct, forget } = useSubmission<Values>({
    check,
    before: (accepted) => {
      // The page may go away before the answer comes: the id it is sent with is kept first.
      keep();
      return beforeSave(accepted);
    },
    send: async (accepted) => {
      goingOut.current = true;
      try {
        // Only then is it known whether what was left is saved already under its id.
        if (leftId.current !== undefined) await savedKnown();
        await onSave(accepted);
      } finally {
        goingOut.current = false;
      }
    },
    named: (refused) => mapProblems(definition, refused),
    leadTo: 'field',
  });

  const change = useCallback(
    (name: string, value: Value) => {
      resume();
      touched.current = true;
      // Emptied again, a field may be filled in for the person once more.
      if (value === null || value === '') typed.current.delete(name);
      else typed.current.add(name);
      for (const renewed of renewedBy(definition, name)) typed.current.delete(renewed);
      setValues((before) => {
        const next = withoutForeignCantons(definition, { ...before, [name]: value }, name);
        return derive(definition, next, new Set([...typed.current, name]), context);
      });
      correct(name);
    },
    [definition, context, resume, correct],
  );

  // What a new record's fields follow from may become known later, loaded or typed.
  const { surroundings } = context;
  const latest = useRef(context);
  latest.current = context;
  const isNew = stored === undefined;
  useEffect(() => {
    if (surroundings && isNew) setValues((before) => derive(definition, before, typed.current, latest.current));
  }, [surroundings, isNew, definition]);

  const errors = useMemo(() => byField(problems), [problems]);
  const warnings = useMemo(() => byField(formWarnings(definition, values, context)), [definition, values, context]);

  /** Starts over from these values: what was typed is saved, or no longer wanted. */
  const reset = useCallback(
    (next: Values, nextVersion?: number) => {
      drop();
      setStart(next);
      setValues(next);
      setRestored(false);
      typed.current.clear();
      id.current = newId();
      leftId.current = undefined;
      version.current = nextVersion;
      startKnown.current = true;
      forget();
    },
    [drop, forget],
  );

  useLeftover(
    () => leftId.current,
    () => {
      // What was typed since would be another record.
      if (!touched.current) {
        // Sent again under its own id it is there once.
        if (!goingOut.current) reset(initialValues(definition, stored, context), stored?.version);
        return;
      }
      id.current = newId();
      leftId.current = undefined;
    },
  );

  /** Goes on from a newer row: what was typed stays, everything else becomes what is stored now. */
  const adopt = (row: Row) => {
    const current = initialValues(definition, row, context);
    const kept = Object.entries(values).filter(([name, value]) => value !== start[name]);
    setStart(current);
    setValues({ ...current, ...Object.fromEntries(kept) });
    version.current = row.version;
    forget();
  };

  /**
   * Goes on from a row that was read again, or that another tab saved and has yet to send: what nobody touched here follows; what
   * both changed is asked about when it is saved.
   * @returns false where that cannot be done before what was typed is saved or given up
   */
  const follow = useCallback(
    (row: Row): boolean => {
      const current = initialValues(definition, row, NO_CONTEXT);
      const changed = definition.fieldNames.filter((name) => !sameField(name, start, current));
      if (dirty && !startKnown.current) return false;
      // What was sent comes back with a newer version and says nothing else.
      if (changed.length === 0) version.current = Math.max(version.current ?? 0, row.version);
      else if (!dirty) reset(current, row.version);
      // What the server has otherwise it refuses to have overwritten.
      else if (row.version !== version.current) return false;
      const free = dirty ? changed.filter((name) => sameField(name, start, values)) : [];
      if (free.length === 0) return true;
      const taken = Object.fromEntries(free.map((name): [string, Value] => [name, current[name] ?? null]));
      setStart((before) => ({ ...before, ...taken }));
      setValues((before) => ({ ...before, ...taken }));
      return true;
    },
    [definition, start, values, dirty, reset],
  );

  return {
    definition,
    context,
    /** What the form had before anything was typed; undefined where nobody knows. */
    seen: startKnown.current ? start : undefined,
    values,
    change,
    dirty,
    problems,
    errors,
    warnings,
    failure,
    saving: sending,
    tried,
    submit: () => submit(),
    reset,
    adopt,
    follow,
    id,
    version,
    restored,
    /** Gives up what an earlier visit left. */
    discard: () => reset(initialValues(definition, stored, context), stored?.version),
    /** To call after saving, before going elsewhere. */
    release: () => {
      drop();
      unsaved.release();
    },
    summary,
  };
}

export type RecordFormState = ReturnType<typeof useRecordForm>;
