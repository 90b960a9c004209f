import { useEffect, useRef, useState } from 'react';
import type { Values } from '#domain/fields/index.ts';
import { afterPaint } from '#web/lib/after-paint.ts';
import { recordKeys, refreshRecords, replaceRecord } from '#web/lib/booklets/record-api.ts';
import { queryClient } from '#web/lib/query-client.ts';
import type { Row } from '#web/lib/row.ts';
import { initialValues } from '#web/records/form/form-values.ts';
import { RecordForm } from '#web/records/form/record-form.tsx';
import { useRecordForm } from '#web/records/form/use-record-form.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { type PatientKind, personName } from './patient-kind.ts';

/** Edits a person. The request contains the version of the form's base, so that no other change is overwritten. */
export function PatientEdit({ kind, row }: { kind: PatientKind; row: Row }) {
  const { definition } = kind;
  const [base, setBase] = useState(row);
  const keep = (next: Row) => {
    setBase(next);
    // The answer may come when another account has signed in and nothing of this one is left.
    queryClient.setQueryData<Row>(recordKeys.one(definition, next._id), (before) => before && next);
  };
  const save = async (values: Values) => {
    const version = form.version.current ?? base.version;
    const { message, ...saved } = await replaceRecord(definition, { _id: base._id, version, seen: form.seen }, values);
    notify.success({ title: '¡Información Actualizada!', message });
    await afterPaint();
    keep(saved as Row);
    form.reset(initialValues(definition, saved as Row, {}), saved.version);
    void refreshRecords(definition);
  };
  const form = useRecordForm({ definition, about: row._id, stored: row, onSave: save });

  const { follow } = form;
  const seen = useRef(row);
  useEffect(() => {
    if (row === seen.current || row.version < seen.current.version || !follow(row)) return;
    seen.current = row;
    setBase(row);
  }, [row, follow]);

  return (
    <RecordForm
      form={form}
      title={personName(kind, base)}
      submitLabel="Editar"
      inSection
      failureText={{ title: 'Error', message: definition.messages.updateFailed }}
      onLoadCurrent={(current) => {
        keep(current);
        // In a draft without its base, the user's edits cannot be distinguished from later changes.
        if (form.seen) form.adopt(current);
        else form.reset(initialValues(definition, current, {}), current.version);
      }}
    />
  );
}
