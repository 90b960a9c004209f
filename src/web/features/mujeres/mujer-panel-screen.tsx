import { getRouteApi, Link } from '@tanstack/react-router';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { mujer } from '#domain/records/mujer.ts';
import { nino } from '#domain/records/nino.ts';
import { WOMAN_RECORDS } from '#domain/records/woman-records.ts';
import { useAddress } from '#web/lib/address.ts';
import { toChild } from '#web/records/booklet/booklet-links.ts';
import { NextAppointmentsWaiting } from '#web/records/booklet/next-appointments-waiting.tsx';
import { PatientPanel } from '#web/records/patients/patient-panel.tsx';
import { Relatives } from '#web/records/patients/relatives.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.tsx';
import { coverFacts, showFields } from './cover-facts.ts';
import { MUJER } from './kind.ts';

const PersonGoals = lazyPart(() => import('#web/records/goals/person-goals.tsx'));

const RECORD_TYPES = Object.values<RecordDefinition>(WOMAN_RECORDS);

const route = getRouteApi('/mujer/$mujerId');

const WomanAppointments = lazyPart(() => import('./woman-appointments.tsx'), <NextAppointmentsWaiting />);

const { fields } = mujer;

export function MujerPanelScreen() {
  const { mujerId } = route.useParams();
  const address = useAddress(route);
  return (
    <PatientPanel
      key={mujerId}
      kind={MUJER}
      recordTypes={RECORD_TYPES}
      id={mujerId}
      address={address}
      kicker={MUJER.texts.booklet}
      line={(row) => [
        `${fields.cedula.label} ${showFields(row, 'cedula')}`,
        `${fields.hcu.label} ${showFields(row, 'hcu')}`,
      ]}
      links={(row) => (
        <Relatives
          label="Hijas e hijos"
          definition={nino}
          matching={{ cedulamadre: showFields(row, 'cedula') }}
          panel={toChild}
          add={
            <Link to="/ninos/add" search={{ madre: row._id }} data-only="screen">
              Agregar hija o hijo
            </Link>
          }
        />
      )}
      facts={coverFacts}
      next={(row, records) => (
        <>
          <WomanAppointments records={records} />
          <PersonGoals para="embarazo" row={row} records={records} />
        </>
      )}
      closable
    />
  );
}
