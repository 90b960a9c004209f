import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { AltitudeContext } from '#domain/haemoglobin/altitude-adjustment.ts';
import type { nino } from '#domain/records/nino.ts';
import { fieldOf } from '#domain/records/row.ts';
import { provinceOf } from '#domain/territory.ts';
import { altitudes } from '#web/lib/booklets/altitudes.ts';
import type { Row } from '#web/lib/row.ts';

const placeOf = (child: Row, name: 'provincia' | ('canton' & keyof typeof nino.fields)) =>
  String(fieldOf(child, name) ?? '');

/** The altitude at which a child lives: that of the canton, or as entered. Haemoglobin is corrected by it. */
export function useAltitude(child: Row) {
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
  return { query, table, altitude, surroundings, canton: ofCanton === null ? '' : canton, onAltitude: setEntered };
}

export type ChildAltitude = ReturnType<typeof useAltitude>;
