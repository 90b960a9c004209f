import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { isNotFound } from '#web/lib/api-errors.ts';
import { ownerOfCode } from '#web/lib/booklets/code-api.ts';
import { hasFailed } from '#web/lib/load-failure.ts';
import { toChild, toWoman } from '#web/records/booklet/booklet-links.ts';
import { PatientLoading } from '#web/records/patients/patient-states.tsx';
import { MissingPage } from '#web/ui/feedback/missing-page.tsx';
import { Retry } from '#web/ui/feedback/retry.tsx';
import { Page, PageHeader } from '#web/ui/page/page.tsx';

const TITLE = 'Abrir una libreta';

/** Leads from a code to the booklet that it opens. */
export default function OpenedCode({ code }: { code: string }) {
  const query = useQuery(ownerOfCode(code));
  const { data, error } = query;
  if (data) return <Navigate {...(data.tipo === 'nino' ? toChild(data._id) : toWoman(data._id))} replace />;
  if (isNotFound(error))
    return (
      <MissingPage
        title="Este código no abre ninguna libreta"
        message="Puede que el código se haya renovado, que la libreta se haya eliminado o que esté a cargo de otra persona."
        leadsTo={{ to: '/registros', label: 'Ir a Registros' }}
      />
    );
  return (
    <Page>
      {hasFailed(query) ? (
        <>
          <PageHeader title={TITLE} />
          <Retry query={query} height={280} />
        </>
      ) : (
        <>
          <VisuallyHidden component="h1">{TITLE}</VisuallyHidden>
          <PatientLoading />
        </>
      )}
    </Page>
  );
}
