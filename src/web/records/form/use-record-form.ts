import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FieldProblem } from '#domain/errors.ts';
import { readValue, type Value, type Values } from '#domain/fields/index.ts';
import { newId } from '#domain/new-id.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { isFormTime } from '#domain/reports/form-times.ts';
import { findCanton } from '#domain/territory.ts';
import { savedHereDecided } from '#web/lib/booklets/record-api.ts';
import type { Draft } from '#web/lib/drafts.ts';
import type { Row } from '#web/lib/row.ts';
import { onClockMoved } from '#web/lib/server-clock.ts';
import { type BeforeSending, useSubmission } from '#web/ui/form/use-submission.ts';
import { useUnsavedChanges } from '#web/ui/form/use-unsaved-changes.ts';
import {
  datesMoved,
  derive,
  type FormContext,
  initialValues,
  isDerived,
  rederivedFields,
  sameValues,
  withDraftValues,
} from './form-values.ts';
import { formWarnings } from './form-warnings.ts';
import { byField, checkForm, mapProblems } from './record-problems.ts';
import { useAlreadySaved, useDraft, useEarlierDraft } from './use-draft.ts';

export interface RecordFormOptions {
  definition: RecordDefinition;
  /** Part of the draft's key: the id of the edited row or of the parent, or `nuevo`. */
  about: string;
  /** Distinguishes this form from others on the same screen, in the ids of its fields and in its draft. */
  scope?: string | undefined;
  /** The edited row; without it the form creates one. */
  stored?: Row | undefined;
  context?: FormContext | undefined;
  /** Called before saving; false cancels it. */
  beforeSave?: ((values: Values) => Promise<BeforeSending>) | undefined;
  /** Saves valid values; throws when that fails. */
  onSave: (values: Values) => Promise<void>;
}

/** Clears the canton of a changed province, even if the new one has a canton of that name. A canton stored without a province stays where it fits. */
function withoutForeignCantons(definition: RecordDefinition, before: Values, values: Values, changed: string): Values {
  const next = { ...values };
  for (const [name, field] of Object.entries(definition.fields)) {
    if (field.kind !== 'canton' || field.within !== changed || before[changed] === values[changed]) continue;
    const fits = !before[changed] && findCanton(String(values[name] ?? ''), String(values[changed] ?? ''));
    if (!fits) next[name] = '';
  }
  return next;
}

/** The values that an edit's draft started from, if it has them; otherwise the initial values. */
function startOf(
  definition: RecordDefinition,
  stored: Row | undefined,
  context: FormContext,
  draft: Draft | null,
): Values {
  const start = initialValues(definition, stored, context);
  return stored && draft?.start ? withDraftValues(start, draft.start) : start;
}

const NO_CONTEXT: FormContext = {};

/** The fields of a restored form that were edited: all that changed, except values that are derived now from the others. */
function typedIn(definition: RecordDefinition, start: Values, values: Values, context: FormContext) {
  const derived = derive(definition, values, new Set(), context);
  const isTyped = (name: string) =>
    values[name] !== start[name] && !(isDerived(definition, name) && values[name] === derived[name]);
  return Object.keys(values).filter(isTyped);
}

const sameField = (name: string, some: Values, others: Values) =>
  sameValues({ [name]: some[name] ?? null }, { [name]: others[name] ?? null });

/**
 * Whether every field that an edit's draft changed is already stored so: the page closed after the save and before the draft was removed. Such
 * a draft is based on a row of before that save, so that saving it again would conflict with the user's own change.
 */
function isAlreadyStored(definition: RecordDefinition, stored: Row | undefined, draft: Draft): boolean {
  if (!stored) return false;
  const current = initialValues(definition, stored, NO_CONTEXT);
  const drafted = withDraftValues(current, draft.values);
  const accepted = checkForm(definition, drafted).values ?? drafted;
  const { start } = draft;
  const edited = definition.fieldNames.filter((name) => !start || !sameField(name, start, drafted));
  return edited.every((name) => sameField(name, current, drafted) || sameField(name, current, accepted));
}

function secondsSince(openedAt: number | null): number | undefined {
  const seconds = openedAt === null ? undefined : Math.round((performance.now() - openedAt) / 1_000);
  return isFormTime(seconds) ? seconds : undefined;
}

const allowed = () => Promise.resolve(true);

/** The state of the form of any record. Problems are shown from the first submit on. */
export function useRecordForm(options: RecordFormOptions) {
  const { definition, about, scope, stored, context = NO_CONTEXT, beforeSave = allowed, onSave } = options;
  const place = [definition.key, about, scope].filter(Boolean).join('.');
  const isSavedEdit = (draft: Draft) => isAlreadyStored(definition, stored, draft);
  const earlier = useEarlierDraft(place, isSavedEdit);
  const [start, setStart] = useState(() => startOf(definition, stored, context, earlier));
  const [values, setValues] = useState(() => (earlier ? withDraftValues(start, earlier.values) : start));
  const [restored, setRestored] = useState(() => earlier !== null && !sameValues(start, values));
  /** The id of a new record; constant until it is saved, so that sending it again is harmless. */
  const id = useRef(earlier?.id ?? newId());
  /** The id of a restored draft; set at once, because the device may report it as saved before the first render. */
  const restoredId = useRef(restored ? id.current : undefined);
  /** The version of the row on which the values are based. */
  const version = useRef((restored ? earlier?.version : undefined) ?? stored?.version);
  /** Whether `start` really is the base of the values; older drafts do not contain it. */
  const hasStartValues = useRef(!restored || earlier?.start !== undefined);
  const [typedBefore] = useState(() => typedIn(definition, start, values, context));
  const typed = useRef(new Set(typedBefore));
  /** Whether the edited fields of a restored form are decided once its surroundings are loaded. */
  const undecided = useRef(restored);
  /** What another person stored in fields that were edited here; it is replaced by the next save, so it is shown. */
  const [overwrites, setOverwrites] = useState<FieldProblem[]>([]);
  const dirty = !sameValues(start, values);
  /** When the form was opened, by `performance.now()`; null for one that was opened in an earlier visit. */
  const openedAt = useRef(earlier ? null : performance.now());
  /** Whether the form was edited after the draft was restored. */
  const touched = useRef(false);
  /** While a save is running, the form is not reset. */
  const isSaving = useRef(false);
  const onDraftReadable = (draft: Draft) => {
    const first = startOf(definition, stored, context, draft);
    const next = withDraftValues(first, draft.values);
    const differs = !sameValues(first, next);
    setStart(first);
    setValues(next);
    setRestored(differs);
    hasStartValues.current = !differs || draft.start !== undefined;
    typed.current = new Set(typedIn(definition, first, next, context));
    undecided.current = true;
    openedAt.current = null;
    id.current = draft.id ?? id.current;
    restoredId.current = draft.id;
    version.current = draft.version ?? version.current;
  };
  const { keep, drop, resume } = useDraft(place, { dirty, values, earlier, isSavedEdit, onDraftReadable }, () =>
    stored ? { version: version.current, ...(hasStartValues.current && { start }) } : { id: id.current },
  );
  const unsaved = useUnsavedChanges(dirty, { keep });
  const check = useCallback(() => checkForm(definition, values), [definition, values]);
  const { problems, failure, sending, tried, summary, submit, correct, forget } = useSubmission<Values>({
    check,
    before: (accepted) => {
      // The page may close before the response: the draft must contain the id that is sent.
      keep();
      return beforeSave(accepted);
    },
    send: async (accepted) => {
      isSaving.current = true;
      try {
        // Waits until the device knows whether the restored draft is already saved under its id.
        if (restoredId.current !== undefined) await savedHereDecided();
        await onSave(accepted);
      } finally {
        isSaving.current = false;
      }
    },
    toFieldProblems: (refused) => mapProblems(definition, refused),
    focusOn: scope ? 'nothing' : 'field',
  });

  const change = useCallback(
    (name: string, value: Value) => {
      resume();
      touched.current = true;
      // A cleared field may be derived again.
      if (value === null || value === '') typed.current.delete(name);
      else typed.current.add(name);
      for (const renewed of rederivedFields(definition, name)) typed.current.delete(renewed);
      setValues((before) => {
        const next = withoutForeignCantons(definition, before, { ...before, [name]: value }, name);
        return derive(definition, next, new Set([...typed.current, name]), context);
      });
      correct(name);
    },
    [definition, context, resume, correct],
  );

  // Data from which a new record's fields are derived may arrive later.
  const { surroundings } = context;
  const latest = useRef({ context, start, values });
  latest.current = { context, start, values };
  const isNew = stored === undefined;
  useEffect(() => {
    if (!surroundings || !isNew) return;
    const { context, start, values } = latest.current;
    if (undecided.current) typed.current = new Set(typedIn(definition, start, values, context));
    undecided.current = false;
    setValues((before) => derive(definition, before, typed.current, context));
  }, [surroundings, isNew, definition]);

  // The date may be corrected while the form is open, by the user ("¿Qué día es hoy?") or by the server.
  useEffect(() => {
    if (!isNew) return;
    return onClockMoved((dayBefore) => {
      const { start, values, context } = latest.current;
      const moved = datesMoved(definition, start, values, dayBefore);
      setStart((before) => ({ ...before, ...moved }));
      setValues((before) => derive(definition, { ...before, ...moved }, typed.current, context));
    });
  }, [isNew, definition]);

  const errors = useMemo(() => byField(problems), [problems]);
  const warnings = useMemo(
    () => byField([...overwrites, ...formWarnings(definition, values, context)]),
    [definition, values, context, overwrites],
  );

  /** Restarts the form with these values and drops the draft. */
  const reset = useCallback(
    (next: Values, nextVersion?: number) => {
      drop();
      setStart(next);
      setValues(next);
      setRestored(false);
      setOverwrites([]);
      typed.current.clear();
      id.current = newId();
      openedAt.current = performance.now();
      restoredId.current = undefined;
      version.current = nextVersion;
      hasStartValues.current = true;
      forget();
    },
    [drop, forget],
  );

  useAlreadySaved(
    () => restoredId.current,
    () => {
      // After an edit the values are those of another record.
      if (!touched.current) {
        // A running save is not disturbed: under the same id it is applied only once.
        if (!isSaving.current) reset(initialValues(definition, stored, context), stored?.version);
        return;
      }
      id.current = newId();
      restoredId.current = undefined;
    },
  );

  /** Takes over a newer row but keeps the user's edits. */
  const adopt = (row: Row) => {
    const current = initialValues(definition, row, context);
    const edits = Object.entries(values).filter(([name, value]) => value !== start[name]);
    const differing = edits.filter(([name]) => !sameField(name, start, current) && !sameField(name, values, current));
    setOverwrites(
      differing.flatMap(([path]) => {
        const field = definition.fields[path];
        return field
          ? { path, msg: `Otra persona guardó: ${readValue(field, current[path])}. Si guardas, queda lo tuyo.` }
          : [];
      }),
    );
    setStart(current);
    setValues({ ...current, ...Object.fromEntries(edits) });
    version.current = row.version;
    forget();
  };

  /** Updates unedited fields from a newer row; edits of the same field conflict when saving. @returns false if that must wait for a save. */
  const follow = useCallback(
    (row: Row): boolean => {
      const current = initialValues(definition, row, NO_CONTEXT);
      const changed = definition.fieldNames.filter((name) => !sameField(name, start, current));
      if (dirty && !hasStartValues.current) return false;
      // The user's own save returns with a newer version and the same values.
      if (changed.length === 0) version.current = Math.max(version.current ?? 0, row.version);
      else if (!dirty) reset(current, row.version);
      // If the server's version differs, saving will report the conflict.
      else if (row.version !== version.current) return false;
      const unedited = dirty ? changed.filter((name) => sameField(name, start, values)) : [];
      if (unedited.length === 0) return true;
      const updates = Object.fromEntries(unedited.map((name): [string, Value] => [name, current[name] ?? null]));
      setStart((before) => ({ ...before, ...updates }));
      setValues((before) => ({ ...before, ...updates }));
      return true;
    },
    [definition, start, values, dirty, reset],
  );

  return {
    definition,
    context,
    scope,
    /** The base of the values; undefined if unknown. */
    seen: hasStartValues.current ? start : undefined,
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
    /** How many seconds the form has been open; undefined if it was opened earlier, or very long ago. */
    secondsOpen: () => secondsSince(openedAt.current),
    restored,
    /** Discards the restored draft. */
    discard: () => reset(initialValues(definition, stored, context), stored?.version),
    /** Drops the draft after saving, before navigating. */
    release: () => {
      drop();
      unsaved.release();
    },
    summary,
  };
}

export type RecordFormState = ReturnType<typeof useRecordForm>;
