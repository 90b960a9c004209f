import { useEffect, useMemo } from 'react';
import { controlmujer } from '#domain/records/control-mujer.ts';
import type { Row } from '#web/lib/row.ts';
import { initialValues } from '#web/records/form/form-values.ts';
import { useVisitDay } from '#web/records/visit/use-visit-day.ts';
import { useVisitRecord } from '#web/records/visit/use-visit-record.ts';
import { VisitFields } from '#web/records/visit/visit-fields.tsx';
import { VisitPartFrame, VisitRecordState } from '#web/records/visit/visit-part.tsx';
import { inputId } from '#web/ui/fields/field-props.ts';
import { focusField } from '#web/ui/form/focus-field.ts';

interface WomanControlPartProps {
  mujerId: string;
  controls: readonly Row[];
  day: string;
  isDayStored: boolean;
  onDay: (day: string) => void;
}

const SCOPE = 'control';
const DAY = 'fechaatencion' satisfies keyof typeof controlmujer.fields;
const APPOINTMENT = 'fechaproxima' satisfies keyof typeof controlmujer.fields;

/** The woman's control, whose day is that of the visit. */
export function WomanControlPart({ mujerId, controls, day, isDayStored, onDay }: WomanControlPartProps) {
  const context = useMemo(() => ({ others: controls.map((row) => initialValues(controlmujer, row, {})) }), [controls]);
  const form = useVisitRecord({
    ...{ definition: controlmujer, parentId: mujerId, scope: SCOPE, order: 1, context },
    ignored: [DAY],
  });
  const { saved } = form;
  // Her appointment is the first value that is typed.
  useEffect(() => void focusField(inputId({ name: APPOINTMENT, scope: SCOPE })), []);
  useVisitDay(form, DAY, { day, isStored: isDayStored, onDay });
  return (
    <VisitPartFrame title={controlmujer.titles.short} place={1}>
      <VisitRecordState form={form} isSaved={saved !== null} />
      {!saved && <VisitFields form={form} hidden={[]} />}
    </VisitPartFrame>
  );
}
