import { useEffect, useState } from 'react';
import { type RecordDefinition, savedTitle } from '#domain/records/define-record.ts';
import { errorDetail, isIdTaken } from '#web/lib/api-errors.ts';
import { createRecord } from '#web/lib/booklets/record-api.ts';
import { newId } from '#web/lib/new-id.ts';
import { painted } from '#web/lib/painted.ts';
import { type FormContext, initialValues } from '#web/records/form/form-values.ts';
import { lastUsed, rememberUsed } from '#web/records/form/last-used.ts';
import { useRecordForm } from '#web/records/form/use-record-form.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { focusField } from '#web/ui/form/focus-field.ts';

interface NewRecordOptions {
  definition: RecordDefinition;
  parentId: string;
  context: FormContext;
  /** Reads the list again. */
  onChanged: () => Promise<void>;
}

/** A form that saves one record after another: told, listed, cleared, ready for the next. */
export function useNewRecord({ definition, parentId, context, onChanged }: NewRecordOptions) {
  const [saved, setSaved] = useState(0);

  const form = useRecordForm({
    definition,
    about: parentId,
    context,
    onSave: async (values) => {
      try {
        const { message } = await createRecord(definition, form.id.current, values, parentId);
        notify.success({ title: savedTitle(definition), message });
      } catch (error) {
        const taken = isIdTaken(error);
        // An earlier try was kept after all; the list shows it, and what is typed now would be another record.
        if (taken) {
          form.id.current = newId();
          await onChanged();
        }
        notify.error({ title: 'Error', message: `${definition.messages.saveFailed}\n${errorDetail(error)}` });
        throw error;
      }
      await painted();
      rememberUsed(definition, values);
      form.reset(initialValues(definition, undefined, { ...context, defaults: lastUsed(definition) }));
      setSaved((count) => count + 1);
      void onChanged();
    },
  });

  useEffect(() => {
    if (saved === 0) return;
    // Ready for the next one; on a phone the keyboard waits to be asked for.
    if (window.matchMedia('(pointer: fine)').matches) focusField(definition.fieldNames[0] ?? '');
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }, [saved, definition]);

  return form;
}
