import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { AltitudeContext } from '#domain/haemoglobin/altitude-adjustment.ts';
import { classOfScreening } from '#domain/haemoglobin/anemia-class.ts';
import type { anemia } from '#domain/records/anemia.ts';
import type { nino } from '#domain/records/nino.ts';
import { fieldOf } from '#domain/records/row.ts';
import { provinceOf } from '#domain/territory.ts';
import { altitudes } from '#web/lib/booklets/altitudes.ts';
import { hasFailed } from '#web/lib/load-failure.ts';
import type { Row } from '#web/lib/row.ts';
import { RecordSection, type RecordSectionProps } from '#web/records/section/record-section.tsx';
import type { ShownColumn } from '#web/records/table/column.ts';
import { RetryButton } from '#web/ui/feedback/retry.tsx';
import { AltitudeProposal } from './altitude-proposal.tsx';
import { AnemiaClassBadge } from './anemia-class-badge.tsx';

const AFTER = 'valorcorregido' satisfies keyof typeof anemia.fields;
const placeOf = (child: Row, name: 'provincia' | ('canton' & keyof typeof nino.fields)) =>
  String(fieldOf(child, name) ?? '');

/** A child's anaemia screenings: haemoglobin corrected for the canton's altitude, and its WHO class. */
export default function AnemiaSection({ child, ...props }: RecordSectionProps & { child: Row }) {
  const { birth } = props;
  const query = useQuery(altitudes);
  const { data } = query;
  const [entered, setEntered] = useState<number | null | undefined>(undefined);
  const canton = placeOf(child, 'canton');
  const provincia = placeOf(child, 'provincia') || provinceOf(canton);
  const ofCanton = data?.cantones.find((one) => one.canton === canton && one.provincia === provincia)?.altitud ?? null;
  const table = data?.tabla;
  const altitude = useMemo(
    (): AltitudeContext | undefined => table && { metres: entered === undefined ? ofCanton : entered, table },
    [table, ofCanton, entered],
  );
  const surroundings = useMemo(() => altitude && { altitude }, [altitude]);
  const computed = useMemo((): ShownColumn[] => {
    if (!table) return [];
    const show = (row: Row) => <AnemiaClassBadge value={classOfScreening(table, row, birth)} />;
    return [{ label: 'Clase OMS', after: AFTER, show }];
  }, [table, birth]);

  return (
    <RecordSection
      key={props.definition.key}
      {...props}
      surroundings={surroundings}
      computed={computed}
      belowField={(form) => ({
        [AFTER]: altitude ? (
          <AltitudeProposal
            form={form}
            altitude={altitude}
            canton={ofCanton === null ? '' : canton}
            onAltitude={setEntered}
          />
        ) : (
          hasFailed(query) && <RetryButton query={query} of="altitud del cantón" />
        ),
      })}
    />
  );
}
