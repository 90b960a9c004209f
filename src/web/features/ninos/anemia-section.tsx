import { useMemo } from 'react';
import { classOfScreening } from '#domain/haemoglobin/anemia-class.ts';
import type { Row } from '#web/lib/row.ts';
import { RecordSection, type RecordSectionProps } from '#web/records/section/record-section.tsx';
import type { ShownColumn } from '#web/records/table/column.ts';
import { CORRECTED, correctionNote } from './altitude-proposal.tsx';
import { AnemiaClassBadge } from './anemia-class-badge.tsx';
import { useAltitude } from './use-altitude.ts';

/** A child's anaemia screenings: haemoglobin corrected for the canton's altitude, and its WHO class. */
export default function AnemiaSection({ child, ...props }: RecordSectionProps & { child: Row }) {
  const { birth } = props;
  const altitude = useAltitude(child);
  const { table, surroundings } = altitude;
  const computed = useMemo((): ShownColumn[] => {
    if (!table) return [];
    const show = (row: Row) => <AnemiaClassBadge value={classOfScreening(table, row, birth)} />;
    return [{ label: 'Clase OMS', after: CORRECTED, show }];
  }, [table, birth]);

  return (
    <RecordSection
      key={props.definition.key}
      {...props}
      surroundings={surroundings}
      computed={computed}
      belowField={(form) => correctionNote(form, altitude)}
    />
  );
}
