import { Button } from '@mantine/core';
import { IconCalendarEvent } from '@tabler/icons-react';
import { useEffect, useMemo } from 'react';
import { isCalendarDate, showDay, today } from '#domain/calendar.ts';
import type { Values } from '#domain/fields/index.ts';
import { isWithin } from '#domain/fields/number.ts';
import type { GrowthControl } from '#domain/growth/trajectory.ts';
import { control } from '#domain/records/control.ts';
import { latestFirst, previousValues } from '#domain/records/latest-first.ts';
import { fieldOf } from '#domain/records/row.ts';
import type { Row } from '#web/lib/row.ts';
import { FormField } from '#web/records/form/form-field.tsx';
import { initialValues } from '#web/records/form/form-values.ts';
import { RememberedLine } from '#web/records/visit/remembered-line.tsx';
import { useVisitDay } from '#web/records/visit/use-visit-day.ts';
import { useVisitRecord } from '#web/records/visit/use-visit-record.ts';
import { dayFieldsOf, needsTyping, VisitFields } from '#web/records/visit/visit-fields.tsx';
import { VisitPartFrame, VisitRecordState } from '#web/records/visit/visit-part.tsx';
import { inputId } from '#web/ui/fields/field-props.ts';
import { focusField } from '#web/ui/form/focus-field.ts';

const CONTROL_SCOPE = 'control';
const DATE = 'fecha' satisfies keyof typeof control.fields;
const FIRST_MEASURE = 'peso' satisfies Measure;
const FEEDING = control.sections?.[1]?.key ?? '';
const feedingFields = control.fieldNames.filter((name) => control.fields[name].section === FEEDING);
const hiddenFields = dayFieldsOf(control);
const hiddenNames = hiddenFields.map(([name]) => name);

export interface ProvisionalControl extends GrowthControl {
  readonly edad: number | null;
}

type Measure = 'peso' | 'longitud' | 'perimetro';

function measureOf(values: Values, name: Measure): number | null {
  const value = values[name];
  return typeof value === 'number' && isWithin(control.fields[name], value) ? value : null;
}

/** The measures typed so far; null while there is no weight and no length. */
function provisionalOf(values: Values): ProvisionalControl | null {
  const [peso, longitud] = [measureOf(values, 'peso'), measureOf(values, 'longitud')];
  const fecha = String(values.fecha ?? '');
  if ((peso === null && longitud === null) || !isCalendarDate(fecha)) return null;
  const edad = typeof values.edad === 'number' ? values.edad : null;
  return { fecha, edad, peso, longitud, perimetro: measureOf(values, 'perimetro') };
}

interface ControlPartProps {
  ninoId: string;
  birth: string | undefined;
  controls: readonly Row[];
  /** The day of the visit. */
  day: string;
  isDayStored: boolean;
  dayOpened: boolean;
  onDay: (day: string) => void;
  onToggleDay: () => void;
  onMeasured: (control: ProvisionalControl | null) => void;
}

/** The growth control of the visit. */
export function ControlPart(props: ControlPartProps) {
  const { ninoId, birth, controls, day, isDayStored, dayOpened, onDay, onToggleDay, onMeasured } = props;
  const context = useMemo(
    () => ({ birth, others: controls.map((row) => initialValues(control, row, {})) }),
    [birth, controls],
  );
  const form = useVisitRecord({
    ...{ definition: control, parentId: ninoId, scope: CONTROL_SCOPE, order: 1 },
    context,
    ignored: hiddenNames,
  });
  const { values, saved, change } = form;
  const measured = useMemo(() => provisionalOf(values), [values]);
  useEffect(() => onMeasured(measured), [measured, onMeasured]);
  // The first number is typed at once.
  useEffect(() => void focusField(inputId({ name: FIRST_MEASURE, scope: CONTROL_SCOPE })), []);
  useVisitDay(form, DATE, { day, isStored: isDayStored, onDay });

  const repeatFeeding = (before: Row) => {
    for (const name of feedingFields) change(name, fieldOf(before, name));
  };
  const [latest] = latestFirst(control, controls);
  const months = typeof values.edad === 'number' ? ` · ${values.edad} ${values.edad === 1 ? 'mes' : 'meses'}` : '';
  return (
    <VisitPartFrame title={control.titles.short} place={1}>
      <VisitRecordState form={form} isSaved={saved !== null} />
      {!saved && (
        <>
          <RememberedLine
            icon={IconCalendarEvent}
            about="la fecha de la visita"
            opened={dayOpened}
            onToggle={onToggleDay}
            inputs={hiddenFields
              .filter(([name]) => !needsTyping(form, name) && !form.errors.has(name))
              .map(([name, field]) => <FormField key={name} name={name} field={field} form={form} />)}
          >
            <b>
              {day === today() ? 'Hoy, ' : ''}
              {showDay(day)}
            </b>
            {months}
          </RememberedLine>
          <VisitFields
            form={form}
            hidden={hiddenNames}
            hiddenOpened={dayOpened}
            previous={previousValues(control, controls)}
            actions={{
              [FEEDING]: latest && (
                <Button variant="subtle" size="sm" px={0} onClick={() => repeatFeeding(latest)}>
                  Igual que antes
                </Button>
              ),
            }}
          />
        </>
      )}
    </VisitPartFrame>
  );
}
