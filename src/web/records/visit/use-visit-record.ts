import { useEffect, useRef, useState } from 'react';
import type { Values } from '#domain/fields/index.ts';
import { newId } from '#domain/new-id.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { isIdTaken } from '#web/lib/api-errors.ts';
import { createRecord } from '#web/lib/booklets/record-api.ts';
import { type FormContext, missingFields, sameValues } from '#web/records/form/form-values.ts';
import { rememberUsed } from '#web/records/form/last-used.ts';
import { checkForm } from '#web/records/form/record-problems.ts';
import { type RecordFormState, useRecordForm } from '#web/records/form/use-record-form.ts';
import { inputId } from '#web/ui/fields/field-props.ts';
import { type SavedRecord, useVisit } from './visit.ts';

export interface VisitRecordOptions {
  definition: RecordDefinition;
  parentId: string;
  /** Distinguishes the part from others of the visit; constant. */
  scope: string;
  /** The place of the part on the screen. */
  order: number;
  context: FormContext;
  /** Values that the visit sets for several parts, such as its day; constant while they do not change. */
  shared?: Values;
  /** Other fields that are filled in by themselves. They and the shared ones alone do not fill a part. */
  ignored?: readonly string[];
  /** Called with what was saved; the screen may be replaced right after. */
  onStored?: (values: Values) => void;
  /** Whether the part belongs to the visit; by default when something was entered. */
  included?: boolean;
}

/** Whether something was entered besides the ignored fields. */
function isEntered({ definition, seen, values, dirty }: RecordFormState, ignored: readonly string[]): boolean {
  if (!seen) return dirty;
  const own = definition.fieldNames.filter((name) => !ignored.includes(name));
  const chosen = (from: Values) => Object.fromEntries(own.map((name) => [name, from[name] ?? null]));
  return !sameValues(chosen(seen), chosen(values));
}

const NOTHING: Values = {};
const NO_FIELDS: readonly string[] = [];

/** The form of one record of the visit, which the visit saves together with the others. */
export function useVisitRecord(options: VisitRecordOptions): RecordFormState & { saved: SavedRecord | null } {
  const { definition, parentId, scope, order, context, shared = NOTHING, ignored = NO_FIELDS } = options;
  const visit = useVisit();
  const [saved, setSaved] = useState<SavedRecord | null>(null);
  const lastSaved = useRef<SavedRecord | null>(null);

  const form = useRecordForm({
    definition,
    about: parentId,
    scope,
    context,
    onSave: async (values) => {
      const _id = form.id.current;
      try {
        const { message } = await createRecord(definition, _id, values, {
          parentId,
          segundos: visit.shareOf(form.secondsOpen()),
        });
        lastSaved.current = { definition, _id, values, message };
        setSaved(lastSaved.current);
      } catch (error) {
        // An earlier attempt was stored after all; the current values are another record.
        if (isIdTaken(error)) form.id.current = newId();
        throw error;
      }
      rememberUsed(definition, values);
      options.onStored?.(values);
      form.release();
    },
  });

  const latest = useRef(form);
  latest.current = form;
  const { values, saving, restored, tried, problems, warnings, errors } = form;
  const included = options.included ?? isEntered(form, [...ignored, ...Object.keys(shared)]);

  // The shared values reach the form when they change; until then its own edits stay.
  const sharedText = JSON.stringify(shared);
  useEffect(() => {
    const wanted = JSON.parse(sharedText) as Values;
    for (const [name, value] of Object.entries(wanted))
      if (latest.current.values[name] !== value) latest.current.change(name, value);
  }, [sharedText]);

  useEffect(() => {
    const missing = missingFields(definition, values);
    const wrong = tried ? problems.map(({ path }) => path).filter((path) => path && !missing.includes(path)) : [];
    const labelOf = (name: string) => definition.fields[name]?.label ?? '';
    visit.report({
      key: scope,
      order,
      isFilled: included,
      saved,
      saving,
      restored,
      missing: missing.map(labelOf),
      toCorrect: new Set(wrong).size,
      warned: [...warnings.keys()].filter((name) => !errors.has(name)).map((name) => inputId({ name, scope })),
      isValid: () => checkForm(definition, latest.current.values).problems === null,
      firstProblem: () => {
        const checked = checkForm(definition, latest.current.values).problems ?? latest.current.problems;
        const name = checked.find(({ path }) => path)?.path;
        return name ? inputId({ name, scope }) : null;
      },
      submit: async () => {
        await latest.current.submit();
        return lastSaved.current;
      },
      discard: () => latest.current.discard(),
      release: () => latest.current.release(),
    });
  }, [visit, scope, order, definition, values, included, saved, saving, restored, tried, problems, warnings, errors]);
  useEffect(() => () => visit.leave(scope), [visit, scope]);

  return { ...form, saved };
}
