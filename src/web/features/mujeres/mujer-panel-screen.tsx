import { useParams } from '@tanstack/react-router';
import { NOT_AVAILABLE } from '#domain/fields/index.ts';
import { mujer } from '#domain/records/mujer.ts';
import { nino } from '#domain/records/nino.ts';
import { fieldOf, type Row } from '#web/lib/row.ts';
import { PatientPanel } from '#web/ui/patients/patient-panel.tsx';
import { Relatives } from '#web/ui/patients/relatives.tsx';
import { MUJER } from './kind.ts';

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
  const { mujerId = '' } = useParams({ strict: false }) as { mujerId?: string };
  return (
    <PatientPanel
      key={mujerId}
      kind={MUJER}
      id={mujerId}
      kicker={MUJER.texts.booklet}
      line={(row) => [`${fields.cedula.label} ${show(row, 'cedula')}`, `${fields.hcu.label} ${show(row, 'hcu')}`]}
      links={(row) => (
        <Relatives
          label="Hijas e hijos"
          definition={nino}
          found={{ cedulamadre: show(row, 'cedula') }}
          panel="/ninos/$ninoId"
        />
      )}
      facts={coverFacts}
      closable
    />
  );
}
