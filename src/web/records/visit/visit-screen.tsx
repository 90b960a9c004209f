import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { recordById } from '#web/lib/booklets/record-api.ts';
import { hasFailed } from '#web/lib/load-failure.ts';
import type { Row } from '#web/lib/row.ts';
import { useStore } from '#web/lib/store.ts';
import { VISIT_TITLE } from '#web/records/booklet/booklet-links.ts';
import { recordsBelongingTo } from '#web/records/booklet/records-belonging-to.ts';
import { usePatientRecords } from '#web/records/booklet/use-patient-records.ts';
import type { PatientKind } from '#web/records/patients/patient-kind.ts';
import { PatientFailed, PatientGone, PatientLoading } from '#web/records/patients/patient-states.tsx';
import { useKeptRow } from '#web/records/patients/use-kept-row.ts';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { Page, PageHeader } from '#web/ui/page/page.tsx';
import { createVisit, VisitContext } from './visit.ts';

export type RecordsOf = (definition: RecordDefinition) => readonly Row[];

interface VisitScreenProps {
  kind: PatientKind;
  id: string;
  /** The records that the visit compares with: it starts when they are loaded. */
  compared: readonly RecordDefinition[];
  children: (row: Row, recordsOf: RecordsOf) => ReactNode;
}

interface Booklet {
  readonly row: Row;
  readonly rows: ReadonlyMap<string, readonly Row[]>;
}

/** Loads the booklet that a visit needs. Once something is sent the visit keeps it as it is, or what is saved would count twice. */
export function VisitScreen({ kind, id, compared, children }: VisitScreenProps) {
  const query = useQuery(recordById(kind.definition, id));
  const records = usePatientRecords(recordsBelongingTo(kind.definition), id);
  const { row, gone, kept } = useKeptRow(query);
  const [visit] = useState(createVisit);
  const started = useStore(visit.started);
  const [held, setHeld] = useState<Booklet | null>(null);
  // A visit that was saved stays on the screen after its booklet was handed over.
  if (gone && !held) return <PatientGone kind={kind} />;
  const needed = compared.flatMap(({ key }) => records.get(key) ?? []);
  const rows = new Map([...records].map(([key, { data }]) => [key, data ?? []]));
  const loaded = row && needed.every(({ data }) => data !== undefined) ? { row, rows } : null;
  if (started && !held && loaded) setHeld(loaded);
  const booklet = held ?? loaded;
  if (booklet)
    return (
      <VisitContext value={visit}>
        {kept && <PatientGone kind={kind} withForms />}
        {children(booklet.row, ({ key }) => booklet.rows.get(key) ?? [])}
      </VisitContext>
    );
  const failed = hasFailed(query) && !row ? query : needed.find((one) => hasFailed(one) && !one.data);
  return (
    <Page>
      {failed ? (
        <>
          <PageHeader back={<BackLink {...kind.panel(id)}>{kind.texts.booklet}</BackLink>} title={VISIT_TITLE} />
          <PatientFailed query={failed} />
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
