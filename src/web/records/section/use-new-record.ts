import { useEffect, useRef, useState } from 'react';
import { newId } from '#domain/new-id.ts';
import { control } from '#domain/records/control.ts';
import { type RecordDefinition, savedTitle } from '#domain/records/define-record.ts';
import { afterPaint } from '#web/lib/after-paint.ts';
import { errorDetail, isIdTaken } from '#web/lib/api-errors.ts';
import { createRecord } from '#web/lib/booklets/record-api.ts';
import { type FormContext, initialValues } from '#web/records/form/form-values.ts';
import { lastUsed, rememberUsed } from '#web/records/form/last-used.ts';
import { useRecordForm } from '#web/records/form/use-record-form.ts';
import { markVisited } from '#web/records/my-day/late-notes.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { focusField } from '#web/ui/form/focus-field.ts';

/** Within this time after a save, a submit of the cleared form is the second press of a double press. */
const SECOND_PRESS_MS = 1_000;

interface NewRecordOptions {
  definition: RecordDefinition;
  parentId: string;
  context: FormContext;
  onChanged: () => Promise<void>;
}

/** A form that is cleared after each saved record, ready for the next. */
export function useNewRecord({ definition, parentId, context, onChanged }: NewRecordOptions) {
  const [saved, setSaved] = useState(0);
  const savedAt = useRef(Number.NEGATIVE_INFINITY);

  const form = useRecordForm({
    definition,
    about: parentId,
    context,
    onSave: async (values) => {
      try {
        const { message } = await createRecord(definition, form.id.current, values, {
          parentId,
          segundos: form.secondsOpen(),
        });
        notify.success({ title: savedTitle(definition), message });
        if (definition.key === control.key) markVisited(parentId);
      } catch (error) {
        const taken = isIdTaken(error);
        // An earlier attempt was stored after all; the current values are another record.
        if (taken) {
          form.id.current = newId();
          await onChanged();
        }
        notify.error({ title: 'Error', message: `${definition.messages.saveFailed}\n${errorDetail(error)}` });
        throw error;
      }
      await afterPaint();
      rememberUsed(definition, values);
      form.reset(initialValues(definition, undefined, { ...context, defaults: lastUsed(definition) }));
      savedAt.current = performance.now();
      setSaved((count) => count + 1);
      void onChanged();
    },
  });

  useEffect(() => {
    if (saved === 0) return;
    // Not on touch screens, where focusing would open the keyboard.
    if (window.matchMedia('(pointer: fine)').matches) focusField(definition.fieldNames[0] ?? '');
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }, [saved, definition]);

  const isSecondPress = () => !form.dirty && performance.now() - savedAt.current < SECOND_PRESS_MS;
  return { ...form, submit: async () => (isSecondPress() ? undefined : form.submit()) };
}
