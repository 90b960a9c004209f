import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FieldProblem } from '#domain/errors.ts';
import type { Value, Values } from '#domain/fields/index.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { findCanton } from '#domain/territory.ts';
import { errorProblems } from '#web/lib/api-errors.ts';
import type { Row } from '#web/lib/row.ts';
import { focusField } from '#web/ui/focus-field.ts';
import { useUnsavedChanges } from '#web/ui/unsaved-changes.ts';
import { byField, checkForm, mapProblems } from './form-problems.ts';
import { derive, type FormContext, initialValues, sameValues } from './form-values.ts';

export interface RecordFormOptions {
  definition: RecordDefinition;
  /** The row being edited; without it the form makes a new one. */
  stored?: Row | undefined;
  context?: FormContext | undefined;
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

/** The state of a form of any declared record. Nothing is marked before the first submit; then marks follow what is typed. */
export function useRecordForm({ definition, stored, context = NO_CONTEXT, onSave }: RecordFormOptions) {
  const [start, setStart] = useState(() => initialValues(definition, stored, context));
  const [values, setValues] = useState(start);
  const [tries, setTries] = useState(0);
  const [failure, setFailure] = useState<unknown>(null);
  const [refused, setRefused] = useState<FieldProblem[]>([]);
  const [saving, setSaving] = useState(false);
  const typed = useRef(new Set<string>());
  const busy = useRef(false);
  const summary = useRef<HTMLDivElement>(null);
  const dirty = !sameValues(start, values);
  const { release } = useUnsavedChanges(dirty);

  const change = useCallback(
    (name: string, value: Value) => {
      // Emptied again, a field may be filled in for the person once more.
      if (value === null || value === '') typed.current.delete(name);
      else typed.current.add(name);
      setValues((before) => {
        const next = withoutForeignCantons(definition, { ...before, [name]: value }, name);
        return derive(definition, next, new Set([...typed.current, name]), context);
      });
      setRefused((problems) => problems.filter(({ path }) => path !== name));
    },
    [definition, context],
  );

  const problems = useMemo(() => {
    const own = tries > 0 ? (checkForm(definition, values).problems ?? []) : [];
    return [...own, ...refused.filter(({ path }) => !path || !own.some((other) => other.path === path))];
  }, [definition, values, tries, refused]);
  const errors = useMemo(() => byField(problems), [problems]);

  // Lead the person to what needs attention.
  const attention = useRef(problems);
  attention.current = problems;
  useEffect(() => {
    if (tries === 0) return;
    const first = attention.current.find(({ path }) => path);
    if (!first || !focusField(first.path)) summary.current?.focus();
  }, [tries]);

  const reset = useCallback((next: Values) => {
    setStart(next);
    setValues(next);
    typed.current.clear();
    setTries(0);
    setFailure(null);
    setRefused([]);
  }, []);

  async function submit() {
    if (busy.current) return;
    const checked = checkForm(definition, values);
    setFailure(null);
    setRefused([]);
    if (!checked.values) return setTries((count) => count + 1);
    busy.current = true;
    setSaving(true);
    try {
      await onSave(checked.values);
    } catch (error) {
      setFailure(error);
      setRefused(mapProblems(definition, errorProblems(error)));
      setTries((count) => count + 1);
    } finally {
      busy.current = false;
      setSaving(false);
    }
  }

  return {
    values,
    change,
    dirty,
    problems,
    errors,
    failure,
    saving,
    tried: tries > 0,
    submit,
    reset,
    release,
    summary,
  };
}

export type RecordFormState = ReturnType<typeof useRecordForm>;
