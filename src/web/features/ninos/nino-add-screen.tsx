import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { childOfMother } from '#domain/records/child-of-mother.ts';
import { mujer } from '#domain/records/mujer.ts';
import { useAddress } from '#web/lib/address.ts';
import { recordById } from '#web/lib/booklets/record-api.ts';
import { PatientAdd } from '#web/records/patients/patient-add.tsx';
import { HUB_PATH } from '#web/records/patients/patient-kind.ts';
import { PatientLoading } from '#web/records/patients/patient-states.tsx';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { Page, PageHeader } from '#web/ui/page/page.tsx';
import { NINO } from './kind.ts';

const route = getRouteApi('/ninos/add');

interface ChildAddProps {
  motherId: string;
  searched: string;
}

/** The form begins with what the mother's booklet answers, or empty where this account cannot read it. */
function ChildOfMotherAdd({ motherId, searched }: ChildAddProps) {
  const { data, isPending } = useQuery({ ...recordById(mujer, motherId), select: childOfMother });
  if (isPending)
    return (
      <Page>
        <PageHeader title={NINO.definition.titles.form} back={<BackLink to={HUB_PATH}>Volver</BackLink>} />
        <PatientLoading />
      </Page>
    );
  return <PatientAdd kind={NINO} searched={searched} defaults={data} relativeOf={motherId} />;
}

export function NinoAddScreen() {
  const { q, madre } = useAddress(route).search;
  if (madre === '') return <PatientAdd kind={NINO} searched={q} />;
  return <ChildOfMotherAdd key={madre} motherId={madre} searched={q} />;
}
