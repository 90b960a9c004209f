import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { ApiError } from '#web/lib/api-errors.ts';
import { newId } from '#web/lib/new-id.ts';
import { createRecord, refreshRecords } from '#web/lib/record-api.ts';
import { BackLink } from '#web/ui/back-link.tsx';
import { notify } from '#web/ui/notify.ts';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { lastUsed, rememberUsed } from '#web/ui/record-form/last-used.ts';
import { RecordForm } from '#web/ui/record-form/record-form.tsx';
import { useRecordForm } from '#web/ui/record-form/use-record-form.ts';
import classes from './patient-form.module.css';
import { HUB_PATH, type PatientKind } from './patient-kind.ts';

/** Registers a woman or a child, then shows the list with her or him on top. */
export function PatientAdd({ kind }: { kind: PatientKind }) {
  const { definition, paths } = kind;
  const navigate = useNavigate();
  const id = useRef(newId());
  const context = useMemo(() => ({ defaults: lastUsed(definition) }), [definition]);
  const form = useRecordForm({
    definition,
    context,
    onSave: async (values) => {
      try {
        const { message } = await createRecord(definition, id.current, values);
        notify.success({ title: '¡Información Guardada!', message });
      } catch (error) {
        // What was sent under this id before is kept or deleted; what is typed now is another record.
        if (error instanceof ApiError && error.status === 409 && error.problems.length === 0) id.current = newId();
        throw error;
      }
      rememberUsed(definition, values);
      void refreshRecords(definition);
      form.release();
      await navigate({ to: paths.list });
    },
  });

  // Typing can begin at once; on a phone the keyboard waits to be asked for.
  const [firstField] = definition.fieldNames;
  useEffect(() => {
    if (firstField && window.matchMedia('(pointer: fine)').matches)
      document.getElementById(firstField)?.focus({ preventScroll: true });
  }, [firstField]);

  return (
    <Page>
      <PageHeader title={definition.titles.form} back={<BackLink to={HUB_PATH}>Volver</BackLink>} />
      <div className={classes.card}>
        <RecordForm
          definition={definition}
          form={form}
          title={definition.titles.short}
          submitLabel="Guardar"
          failureText={{ title: definition.messages.saveFailed }}
        />
      </div>
    </Page>
  );
}
