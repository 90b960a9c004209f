import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { anemia } from '#domain/records/anemia.ts';
import { correctionNote } from '#web/features/ninos/altitude-proposal.tsx';
import { useAltitude } from '#web/features/ninos/use-altitude.ts';
import type { Row } from '#web/lib/row.ts';
import { initialValues } from '#web/records/form/form-values.ts';
import { type AddedRecord, RemoveButton } from '#web/records/visit/other-records.tsx';
import { useVisitRecord } from '#web/records/visit/use-visit-record.ts';
import { dayFieldsOf, VisitFields } from '#web/records/visit/visit-fields.tsx';
import { VisitPartFrame, VisitRecordState } from '#web/records/visit/visit-part.tsx';

const hiddenNames = dayFieldsOf(anemia).map(([name]) => name);
const TITLE = 'Hemoglobina';
const NOTHING_TO_NOTE = 'SIN NOVEDAD';

interface HaemoglobinPartProps {
  child: Row;
  birth: string | undefined;
  screenings: readonly Row[];
  day: string;
  /** The number of the part; absent if it was added. */
  place?: number;
  /** The age in months at which it is due; null if it is not due. */
  due: number | null;
  added?: AddedRecord;
}

/** The haemoglobin of the visit, corrected for the altitude at which the child lives. */
export function HaemoglobinPart({ child, birth, screenings, day, place, due, added }: HaemoglobinPartProps) {
  const altitude = useAltitude(child);
  const { surroundings } = altitude;
  const context = useMemo(
    () => ({ birth, others: screenings.map((row) => initialValues(anemia, row, {})), surroundings }),
    [birth, screenings, surroundings],
  );
  const shared = useMemo(() => ({ fechaaplicacion: day }), [day]);
  const form = useVisitRecord({
    ...{ definition: anemia, parentId: child._id, scope: added?.scope ?? anemia.key, order: added?.order ?? 30 },
    context,
    shared,
    ignored: hiddenNames,
  });
  const { saved, values } = form;
  const remove = () => {
    form.reset(initialValues(anemia, undefined, context));
    added?.onRemove();
  };
  return (
    <VisitPartFrame
      title={TITLE}
      {...(place !== undefined && { place })}
      aside={
        added
          ? !saved && <RemoveButton title={TITLE} onRemove={remove} />
          : due !== null && <small>Toca a los {due} meses</small>
      }
    >
      <VisitRecordState form={form} isSaved={saved !== null} />
      {!saved && (
        <VisitFields
          form={form}
          hidden={hiddenNames}
          belowField={{
            ...correctionNote(form, altitude),
            observacion: !values.observacion && (
              <Button variant="subtle" size="sm" onClick={() => form.change('observacion', NOTHING_TO_NOTE)}>
                Sin novedad
              </Button>
            ),
          }}
        />
      )}
    </VisitPartFrame>
  );
}
