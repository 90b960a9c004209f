import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { isNotFound } from '#web/lib/api-errors.ts';
import { recordById } from '#web/lib/booklets/record-api.ts';
import { hasFailed } from '#web/lib/load-failure.ts';
import type { Row } from '#web/lib/row.ts';
import { VISIT_TITLE } from '#web/records/booklet/booklet-links.ts';
import { usePatientRecords } from '#web/records/booklet/use-patient-records.ts';
import type { PatientKind } from '#web/records/patients/patient-kind.ts';
import { PatientGone, PatientLoading } from '#web/records/patients/patient-states.tsx';
import { Retry } from '#web/ui/feedback/retry.tsx';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { Page, PageHeader } from '#web/ui/page/page.tsx';

export type RecordsOf = (definition: RecordDefinition) => readonly Row[];

interface VisitScreenProps {
  kind: PatientKind;
  id: string;
  /** The records that the visit compares with: it starts when they are loaded. */
  compared: readonly RecordDefinition[];
  children: (row: Row, recordsOf: RecordsOf) => ReactNode;
}

/** Loads the booklet that a visit needs. */
export function VisitScreen({ kind, id, compared, children }: VisitScreenProps) {
  const query = useQuery(recordById(kind.definition, id));
  const records = usePatientRecords(kind.definition, id);
  const { data: row, error } = query;
  if (isNotFound(error)) return <PatientGone kind={kind} />;
  const needed = compared.flatMap(({ key }) => records.get(key) ?? []);
  if (row && needed.every(({ data }) => data !== undefined))
    return children(row, ({ key }) => records.get(key)?.data ?? []);
  const failed = hasFailed(query) && !row ? query : needed.find((one) => hasFailed(one) && !one.data);
  return (
    <Page>
      {failed ? (
        <>
          <PageHeader back={<BackLink {...kind.panel(id)}>{kind.texts.booklet}</BackLink>} title={VISIT_TITLE} />
          <Retry query={failed} height={280} />
        </>
      ) : (
        <>
          <VisuallyHidden component="h1">{VISIT_TITLE}</VisuallyHidden>
          <PatientLoading />
        </>
      )}
    </Page>
  );
}
