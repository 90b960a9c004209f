import { getRouteApi } from '@tanstack/react-router';
import { NOT_AVAILABLE } from '#domain/fields/index.ts';
import { mujer } from '#domain/records/mujer.ts';
import { nino } from '#domain/records/nino.ts';
import { fieldOf } from '#domain/records/row.ts';
import { useAddress } from '#web/lib/address.ts';
import type { Row } from '#web/lib/row.ts';
import { toChild } from '#web/records/booklet/booklet-links.ts';
import { PatientPanel } from '#web/records/patients/patient-panel.tsx';
import { Relatives } from '#web/records/patients/relatives.tsx';
import { MUJER } from './kind.ts';

const route = getRouteApi('/mujer/$mujerId');

type Name = keyof typeof mujer.fields;
const { fields } = mujer;

const show = (row: Row, ...names: Name[]) =>
  names
    .map((name) => fieldOf(row, name))
    .filter(Boolean)
    .join(', ');

function coverFacts(row: Row) {
  return [
    { label: fields.celular.label, value: show(row, 'celular') || NOT_AVAILABLE },
    { label: 'Provincia y cantón', value: show(row, 'provincia', 'canton') || NOT_AVAILABLE },
  ];
}

export function MujerPanelScreen() {
  const { mujerId } = route.useParams();
  const address = useAddress(route);
  return (
    <PatientPanel
      key={mujerId}
      kind={MUJER}
      id={mujerId}
      address={address}
      kicker={MUJER.texts.booklet}
      line={(row) => [`${fields.cedula.label} ${show(row, 'cedula')}`, `${fields.hcu.label} ${show(row, 'hcu')}`]}
      links={(row) => (
        <Relatives
          label="Hijas e hijos"
          definition={nino}
          matching={{ cedulamadre: show(row, 'cedula') }}
          panel={toChild}
        />
      )}
      facts={coverFacts}
      closable
    />
  );
}
