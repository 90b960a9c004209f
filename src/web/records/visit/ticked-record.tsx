import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Checkbox, Text } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import { showInstantTime, today } from '#domain/calendar.ts';
import type { Values } from '#domain/fields/index.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import type { Row } from '#web/lib/row.ts';
import { FormField } from '#web/records/form/form-field.tsx';
import { initialValues } from '#web/records/form/form-values.ts';
import { Card } from '#web/ui/shapes/card.tsx';
import { lotFor, rememberLot } from './remembered-lots.ts';
import { useVisitRecord } from './use-visit-record.ts';
import { needsTyping } from './visit-fields.tsx';
import { VisitRecordState } from './visit-part.tsx';

/** The field that is typed for each vaccine, unless the same lot was used today. */
const LOT = 'lote';

export interface TickedRecordProps {
  definition: RecordDefinition;
  parentId: string;
  birth?: string | undefined;
  /** The person's other records of the type. */
  others: readonly Row[];
  scope: string;
  order: number;
  title: string;
  description: string;
  /** The vaccine, whose lot is the same for all its doses. */
  vaccine: string;
  /** The values of the record that follow from what is ticked; an absent one is an input. */
  preset: Values;
  /** The fields that `preset` and `shared` do not fill in, in the order of the form. */
  inputs: readonly string[];
  /** Values that all ticked records of the visit share; they name an establishment. */
  shared: Values;
  ticked: boolean;
  onTick: (ticked: boolean) => void;
}

/** A record that is part of the visit once it is ticked; only the rest is typed. */
export function TickedRecord(props: TickedRecordProps) {
  const { definition, parentId, birth, others, scope, order, title, description, vaccine, preset, inputs, shared } =
    props;
  const { ticked, onTick } = props;
  const establishment = String(shared.establecimiento ?? '');
  const isToday = shared.fechaaplicacion === today();
  const lot = useMemo(() => (isToday ? lotFor(vaccine, establishment) : null), [isToday, vaccine, establishment]);
  const context = useMemo(
    () => ({
      birth,
      others: others.map((row) => initialValues(definition, row, {})),
      defaults: { ...preset, ...shared, ...(lot && { [LOT]: lot.lote }) },
    }),
    [birth, others, definition, preset, shared, lot],
  );
  const form = useVisitRecord({
    ...{ definition, parentId, scope, order, context, shared },
    included: ticked,
    onStored: (values) => {
      if (isToday) rememberLot(vaccine, String(values.establecimiento ?? ''), String(values[LOT] ?? ''));
    },
  });
  const { saved, values, errors, change } = form;

  // The lot of another establishment or day is not kept, unless it was typed.
  const proposed = useRef(lot?.lote ?? '');
  const current = useRef(values[LOT]);
  current.current = values[LOT];
  useEffect(() => {
    const next = lot?.lote ?? '';
    const [before, typed] = [proposed.current, String(current.current ?? '')];
    proposed.current = next;
    if (next !== before && typed === before) change(LOT, next);
  }, [lot, change]);

  // A field that is filled in stands here only when it is wrong; the age of a newborn is not filled in.
  const shown = definition.fieldNames.filter(
    (name) => inputs.includes(name) || errors.has(name) || needsTyping(form, name),
  );
  return (
    <Card as="li">
      <Checkbox
        checked={ticked}
        disabled={saved !== null}
        onChange={(event) => onTick(event.currentTarget.checked)}
        label={title}
        description={description}
        size="md"
      />
      <VisitRecordState form={form} isSaved={saved !== null} />
      {ticked && !saved && (
        <>
          {shown.flatMap((name) => {
            const field = definition.fields[name];
            return field ? <FormField key={name} name={name} field={field} form={form} /> : [];
          })}
          {lot && values[LOT] === lot.lote && (
            <Text size="xs" c="dimmed">
              El lote que usaste hoy, {showInstantTime(lot.en)}
            </Text>
          )}
        </>
      )}
    </Card>
  );
}
