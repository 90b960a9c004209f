import '@mantine/core/styles/Alert.layer.css';
import { Alert, VisuallyHidden } from '@mantine/core';
import { IconAlertCircle, IconIdBadge2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import type { Address } from '#web/lib/address.ts';
import { errorMessage } from '#web/lib/api-errors.ts';
import { listedRow, recordById } from '#web/lib/booklets/record-api.ts';
import { hasFailed } from '#web/lib/load-failure.ts';
import type { Row } from '#web/lib/row.ts';
import { BookletTabs } from '#web/records/booklet/booklet.tsx';
import type { BookletSearch } from '#web/records/booklet/booklet-search.ts';
import { CompactCover } from '#web/records/booklet/compact-cover.tsx';
import { Cover } from '#web/records/booklet/cover.tsx';
import { Options } from '#web/records/booklet/options.tsx';
import { recordIcon } from '#web/records/booklet/record-icons.ts';
import type { BookletSection } from '#web/records/booklet/section.ts';
import { type PatientRecords, usePatientRecords } from '#web/records/booklet/use-patient-records.ts';
import { BottomBar } from '#web/records/form/save-bar.tsx';
import { HistoryButton } from '#web/records/history/history-button.tsx';
import { HistoryContext } from '#web/records/history/history-context.ts';
import { useHistoryAddress } from '#web/records/history/use-history-address.ts';
import { RecordSection, type RecordSectionProps } from '#web/records/section/record-section.tsx';
import { BackIcon, BackLink } from '#web/ui/page/back-link.tsx';
import { DeferredRender } from '#web/ui/page/deferred-render.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.tsx';
import { Page, PageHeader } from '#web/ui/page/page.tsx';
import { useFrom } from '#web/ui/page/use-wide.ts';
import type { Fact } from '#web/ui/shapes/facts.tsx';
import { PatientEdit } from './patient-edit.tsx';
import { type PatientKind, personName, responsible } from './patient-kind.ts';
import { PatientFailed, PatientGone, PatientLoading } from './patient-states.tsx';
import { useDeletePatient } from './use-delete-patient.ts';
import { useKeptRow } from './use-kept-row.ts';
import { usePatientCode } from './use-patient-code.ts';
import { usePatientHandover } from './use-patient-handover.tsx';
import { usePatientPdf } from './use-patient-pdf.ts';
import { usePatientPrivacy } from './use-patient-privacy.tsx';
import { VisitButton } from './visit-button.tsx';

const HistoryDrawer = lazyPart(() => import('#web/records/history/history-drawer.tsx'));

interface PatientPanelProps {
  kind: PatientKind;
  /** The record types of its sections. */
  recordTypes: readonly RecordDefinition[];
  id: string;
  address: Address<BookletSearch>;
  kicker?: string;
  line: (row: Row) => string[];
  /** The age in short and in full, for the narrow cover. */
  age?: (row: Row) => { short: string; full: string } | undefined;
  /** The status for the narrow cover. */
  badges?: (row: Row, records: PatientRecords) => ReactNode;
  facts: (row: Row, records: PatientRecords) => Fact[];
  /** Content between the cover and the sections. */
  summary?: (row: Row, records: PatientRecords) => ReactNode;
  /** What comes next: under the sections, so that these stay near the top. */
  next?: (row: Row, records: PatientRecords) => ReactNode;
  links?: (row: Row) => ReactNode;
  /** The child's birth date, for ages. */
  birth?: (row: Row) => string | undefined;
  /** Sections after those of the records. */
  more?: (row: Row, records: PatientRecords) => BookletSection[];
  recordAction?: (recordKey: string) => ReactNode;
  /** Replaces the default section of a record type; undefined keeps it. */
  recordSection?: (props: RecordSectionProps, row: Row) => ReactNode;
  closable?: boolean;
}

/** The booklet of a woman or child. */
export function PatientPanel(props: PatientPanelProps) {
  const {
    kind,
    recordTypes,
    id,
    address,
    kicker,
    line,
    facts,
    summary,
    links,
    birth,
    more,
    recordAction,
    recordSection,
  } = props;
  const { age, badges, next, closable = false } = props;
  const { definition, paths } = kind;
  const query = useQuery({ ...recordById(definition, id), placeholderData: () => listedRow(definition, id) });
  const { row, gone, kept } = useKeptRow(query);
  const records = usePatientRecords(recordTypes, id);
  const { remove, failure } = useDeletePatient(kind);
  const pdf = usePatientPdf(kind, id);
  const privacy = usePatientPrivacy(kind);
  const handover = usePatientHandover(kind);
  const code = usePatientCode(kind);
  const history = useHistoryAddress(address);
  // A phone shows the cover in two lines.
  const roomy = useFrom('sm');
  const [coverOpened, setCoverOpened] = useState(false);
  // A row of a list is not the page that the user goes back to.
  const [atOnce] = useState(row !== undefined && !query.isPlaceholderData);
  const [everOpened, setEverOpened] = useState(false);
  if (history.opened && !everOpened) setEverOpened(true);

  const back = <BackLink to={paths.list}>{definition.titles.table}</BackLink>;
  if (gone) return <PatientGone kind={kind} />;
  if (!row)
    return (
      <Page>
        {hasFailed(query) ? (
          <>
            <PageHeader back={back} title={kind.texts.booklet} />
            <PatientFailed query={query} />
          </>
        ) : (
          <>
            {back}
            <VisuallyHidden component="h1">{kind.texts.booklet}</VisuallyHidden>
            <PatientLoading />
          </>
        )}
      </Page>
    );

  const sections: BookletSection[] = [
    {
      key: 'personal',
      label: definition.titles.short,
      marker: { icon: IconIdBadge2 },
      render: () => <PatientEdit key={row._id} kind={kind} row={row} />,
    },
    ...recordTypes.map((record) => ({
      key: record.key,
      label: record.titles.short,
      marker: { icon: recordIcon(record.key) },
      count: records.get(record.key)?.data?.length,
      render: () => {
        const own = { definition: record, parentId: id, birth: birth?.(row), action: recordAction?.(record.key) };
        return recordSection?.(own, row) ?? <RecordSection key={record.key} {...own} />;
      },
    })),
    ...(more?.(row, records) ?? []),
  ];

  const name = personName(kind, row);
  const menu = (
    <>
      <Options
        pdf={pdf}
        onDelete={() => void remove(row)}
        onHandOver={handover.startOf(row)}
        onRenewCode={code.renewOf(row)}
        privacy={privacy.menuOf(row)}
      />
      <HistoryButton onOpen={history.open} />
    </>
  );
  const cover = (
    <Cover
      {...(kicker && { kicker })}
      name={name}
      titled={roomy}
      line={line(row)}
      byline={`Responsable del registro: ${responsible(row)}`}
      links={links?.(row)}
      facts={facts(row, records)}
      menu={
        roomy && (
          <>
            <VisitButton kind={kind} id={id} />
            {menu}
          </>
        )
      }
    />
  );
  return (
    <Page>
      <DeferredRender atOnce={atOnce} waiting={<PatientLoading />}>
        {roomy ? (
          back
        ) : (
          <CompactCover
            lead={<BackIcon to={paths.list} aria-label={definition.titles.table} />}
            {...(kicker && { kicker })}
            name={name}
            age={age?.(row)}
            document={line(row)[0]}
            badges={badges?.(row, records)}
            menu={
              <>
                <VisitButton kind={kind} id={id} look="icon" />
                {menu}
              </>
            }
            opened={coverOpened}
            onToggle={() => setCoverOpened(!coverOpened)}
          />
        )}
        {kept && <PatientGone kind={kind} withForms />}
        {failure !== null && (
          <Alert color="rojo" icon={<IconAlertCircle aria-hidden />} title="Error" mb="sm" role="alert">
            {definition.messages.deleteFailed} {errorMessage(failure)}
          </Alert>
        )}
        {/* The summary stays mounted, because it also reports what a new control means. */}
        <div hidden={!roomy && !coverOpened}>
          {cover}
          {summary?.(row, records)}
        </div>
        <HistoryContext value={history.open}>
          <BookletTabs
            sections={sections}
            address={address}
            closable={closable}
            atOnce={atOnce}
            below={next?.(row, records)}
            bar={
              <BottomBar>
                <VisitButton kind={kind} id={id} look="main" />
              </BottomBar>
            }
          />
        </HistoryContext>
        {privacy.dialog}
        {handover.dialog}
        {everOpened && <HistoryDrawer definition={definition} id={id} name={name} address={history} />}
      </DeferredRender>
    </Page>
  );
}
