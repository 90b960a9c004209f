import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FieldProblem } from '#domain/errors.ts';
import type { Value, Values } from '#domain/fields/index.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { findCanton } from '#domain/territory.ts';
import { errorProblems } from '#web/lib/api-errors.ts';
import { newId } from '#web/lib/new-id.ts';
import type { Row } from '#web/records/row.ts';
import { useUnsavedChanges } from '#web/ui/feedback/unsaved-changes.ts';
import { focusField } from '#web/ui/fields/focus-field.ts';
import { derive, type FormContext, initialValues, renewedBy, sameValues, withKept } from './form-values.ts';
import { formWarnings } from './form-warnings.ts';
import { byField, checkForm, mapProblems } from './record-problems.ts';
import { useDraft, useEarlierDraft } from './use-draft.ts';

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

/** A canton of another province than the chosen one is not kept. */
function withoutForeignCantons(definition: RecordDefinition, values: Values, changed: string): Values {
  const next = { ...values };
  for (const [name, field] of Object.entries(definition.fields)) {
    if (field.kind !== 'canton' || field.within !== changed) continue;
    if (!findCanton(String(values[name] ?? ''), String(values[changed] ?? ''))) next[name] = '';
  }
  return next;
}

const NO_CONTEXT: FormContext = {};
const allowed = () => Promise.resolve(true);

/** The state of a form of any declared record. Nothing is marked before the first submit; then marks follow what is typed. */
export function useRecordForm(options: RecordFormOptions) {
  const { definition, about, stored, context = NO_CONTEXT, beforeSave = allowed, onSave } = options;
  const place = `${definition.key}.${about}`;
  const earlier = useEarlierDraft(place);
  const [start, setStart] = useState(() => initialValues(definition, stored, context));
  const [values, setValues] = useState(() => (earlier ? withKept(start, earlier.values) : start));
  const [restored, setRestored] = useState(() => earlier !== null && !sameValues(start, values));
  const [tries, setTries] = useState(0);
  const [failure, setFailure] = useState<unknown>(null);
  const [refused, setRefused] = useState<FieldProblem[]>([]);
  const [saving, setSaving] = useState(false);
  /** The id that a new record goes out with; the same until it is saved, so that sending it again is harmless. */
  const id = useRef(earlier?.id ?? newId());
  /** The version of the row that the values started from. */
  const version = useRef((restored ? earlier?.version : undefined) ?? stored?.version);
  const typed = useRef(new Set(Object.keys(values).filter((name) => values[name] !== start[name])));
  const busy = useRef(false);
  const summary = useRef<HTMLDivElement>(null);
  const dirty = !sameValues(start, values);
  const { keep, drop, resume } = useDraft(place, { dirty, values, earlier }, () =>
    stored ? { version: version.current } : { id: id.current },
  );
  const unsaved = useUnsavedChanges(dirty, keep);

  const change = useCallback(
    (name: string, value: Value) => {
      resume();
      // Emptied again, a field may be filled in for the person once more.
      if (value === null || value === '') typed.current.delete(name);
      else typed.current.add(name);
      for (const renewed of renewedBy(definition, name)) typed.current.delete(renewed);
      setValues((before) => {
        const next = withoutForeignCantons(definition, { ...before, [name]: value }, name);
        return derive(definition, next, new Set([...typed.current, name]), context);
      });
      setRefused((problems) => problems.filter(({ path }) => path !== name));
    },
    [definition, context, resume],
  );

  // What a new record's fields follow from may become known later, loaded or typed.
  const { surroundings } = context;
  const latest = useRef(context);
  latest.current = context;
  const isNew = stored === undefined;
  useEffect(() => {
    if (surroundings && isNew) setValues((before) => derive(definition, before, typed.current, latest.current));
  }, [surroundings, isNew, definition]);

  const problems = useMemo(() => {
    const own = tries > 0 ? (checkForm(definition, values).problems ?? []) : [];
    return [...own, ...refused.filter(({ path }) => !path || !own.some((other) => other.path === path))];
  }, [definition, values, tries, refused]);
  const errors = useMemo(() => byField(problems), [problems]);
  const warnings = useMemo(() => byField(formWarnings(definition, values, context)), [definition, values, context]);

  // Lead the person to what needs attention.
  const attention = useRef(problems);
  attention.current = problems;
  useEffect(() => {
    if (tries === 0) return;
    const first = attention.current.find(({ path }) => path);
    if (!first || !focusField(first.path)) summary.current?.focus();
  }, [tries]);

  /** Starts over from these values: what was typed is saved, or no longer wanted. */
  const reset = useCallback(
    (next: Values, nextVersion?: number) => {
      drop();
      setStart(next);
      setValues(next);
      setRestored(false);
      typed.current.clear();
      id.current = newId();
      version.current = nextVersion;
      setTries(0);
      setFailure(null);
      setRefused([]);
    },
    [drop],
  );

  /** Goes on from a newer row: what was typed stays, everything else becomes what is stored now. */
  const adopt = (row: Row) => {
    const current = initialValues(definition, row, context);
    const kept = Object.entries(values).filter(([name, value]) => value !== start[name]);
    setStart(current);
    setValues({ ...current, ...Object.fromEntries(kept) });
    version.current = row.version;
    setFailure(null);
    setRefused([]);
    setTries(0);
  };

  async function send(checked: Values) {
    if (!(await beforeSave(checked))) return;
    setSaving(true);
    try {
      await onSave(checked);
    } catch (error) {
      setFailure(error);
      setRefused(mapProblems(definition, errorProblems(error)));
      setTries((count) => count + 1);
    } finally {
      setSaving(false);
    }
  }

  async function submit() {
    if (busy.current) return;
    const checked = checkForm(definition, values);
    setFailure(null);
    setRefused([]);
    if (!checked.values) return setTries((count) => count + 1);
    busy.current = true;
    // The page may go away before the answer comes: the id it is sent with is kept first.
    keep();
    try {
      await send(checked.values);
    } finally {
      busy.current = false;
    }
  }

  return {
    definition,
    context,
    values,
    change,
    dirty,
    problems,
    errors,
    warnings,
    failure,
    saving,
    tried: tries > 0,
    submit,
    reset,
    adopt,
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
