import '@mantine/core/styles/ActionIcon.layer.css';
import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconMessage, IconPencil, IconPrinter } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { showDay } from '#domain/calendar.ts';
import { communityOf } from '#domain/follow-up/communities.ts';
import type { person } from '#domain/records/person.ts';
import { fieldOf } from '#domain/records/row.ts';
import type { NextVisit } from '#domain/visit/next-visit.ts';
import { refreshRecords } from '#web/lib/booklets/record-api.ts';
import type { Row } from '#web/lib/row.ts';
import { MessageAction } from '#web/records/contact/message-action.tsx';
import { type PatientKind, personName } from '#web/records/patients/patient-kind.ts';
import { usePatientPdf } from '#web/records/patients/use-patient-pdf.ts';
import { DayField } from '#web/ui/fields/day-field.tsx';
import { TextLink } from '#web/ui/page/links.tsx';
import { Page, PageHeader } from '#web/ui/page/page.tsx';
import { Card } from '#web/ui/shapes/card.tsx';
import { ColumnGrid } from '#web/ui/shapes/columns.tsx';
import { SavedList } from './saved-list.tsx';
import type { SavedRecord } from './visit.ts';

type PersonField = keyof (typeof person)['contact'] | keyof (typeof person)['names'] | keyof (typeof person)['place'];

const textOf = (row: Row, name: PersonField) => String(fieldOf(row, name) ?? '');

interface NextDateProps {
  next: NextVisit;
  date: string;
  onDate: (day: string) => void;
}

/** The next appointment with its reasons; the family may agree on another day. */
function NextDate({ next, date, onDate }: NextDateProps) {
  const [editing, setEditing] = useState(false);
  return (
    <Card as="section" aria-label="Próxima visita">
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text component="h2" size="lg" fw="var(--mantine-font-weight-bold)">
          {date ? `Próxima visita: ${showDay(date)}` : 'Sin próxima visita'}
        </Text>
        <ActionIcon
          size="var(--touch)"
          variant="subtle"
          aria-label="Cambiar la fecha de la próxima visita"
          aria-expanded={editing}
          onClick={() => setEditing(!editing)}
        >
          <IconPencil size={20} aria-hidden />
        </ActionIcon>
      </Group>
      {editing && <DayField name="proxima" label="Próxima visita" day={date} onDay={onDate} />}
      {next.reasons.length > 0 && <Text size="sm">{`${next.reasons.join('. ')}.`}</Text>}
      {next.overdue.length > 0 && (
        <Text size="sm" c="var(--warn-fg)">{`Quedó pendiente. ${next.overdue.join('. ')}.`}</Text>
      )}
    </Card>
  );
}

interface SavedFrameProps {
  kind: PatientKind;
  row: Row;
  records: readonly SavedRecord[];
  /** One sentence for the family. */
  tell?: { title: string; sentence: string };
  next: NextVisit;
  /** Where to go on. */
  children?: ReactNode;
}

/** What was saved, what to tell the family, when to come again and how to go on. */
export function SavedFrame({ kind, row, records, tell, next, children }: SavedFrameProps) {
  const { definition } = kind;
  const pdf = usePatientPdf(kind, row._id);
  const heading = useRef<HTMLSpanElement>(null);
  const [date, setDate] = useState(next.date ?? '');
  useEffect(() => {
    heading.current?.focus();
    // The booklet and the lists show what was saved.
    for (const one of new Set([...records.map((record) => record.definition), definition])) void refreshRecords(one);
  }, [records, definition]);
  const family = {
    _id: row._id,
    celular: textOf(row, 'celular'),
    nombres: textOf(row, 'nombres'),
    apellidos: textOf(row, 'apellidos'),
  };
  const home = communityOf({ direccion: textOf(row, 'direccion'), parroquia: textOf(row, 'parroquia') });
  return (
    <Page>
      <PageHeader
        title={
          <span ref={heading} tabIndex={-1}>
            Visita guardada
          </span>
        }
        description={personName(kind, row)}
      />
      <ColumnGrid>
        <Stack gap="sm">
          {tell && (
            <Card as="section" aria-label={tell.title}>
              <Group gap="2xs" c="laguna.7">
                <IconMessage size={20} aria-hidden />
                <Text span size="sm" fw="var(--mantine-font-weight-bold)">
                  {tell.title}
                </Text>
              </Group>
              <Text size="lg" mt="2xs">
                «{tell.sentence}»
              </Text>
            </Card>
          )}
          <NextDate next={next} date={date} onDate={setDate} />
        </Stack>
        <Stack gap="sm">
          <SavedList records={records} />
          <Group gap="xs" grow>
            <MessageAction
              person={family}
              date={date || null}
              place={textOf(row, 'establecimiento') || home}
              label="WhatsApp"
            />
            <Button
              variant="outline"
              leftSection={<IconPrinter size={20} aria-hidden />}
              aria-disabled={pdf.busy}
              onClick={pdf.start}
            >
              {pdf.busy ? 'Generando PDF…' : 'PDF'}
            </Button>
          </Group>
          <Group justify="space-between">
            <TextLink {...kind.panel(row._id)} data-touch>
              Abrir su libreta
            </TextLink>
            <TextLink to="/seguimiento" data-touch>
              Ir a Seguimiento
            </TextLink>
          </Group>
          {children}
        </Stack>
      </ColumnGrid>
    </Page>
  );
}
