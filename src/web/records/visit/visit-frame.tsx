import { Stack } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { Row } from '#web/lib/row.ts';
import { VISIT_TITLE } from '#web/records/booklet/booklet-links.ts';
import { CompactCover } from '#web/records/booklet/compact-cover.tsx';
import { Cover } from '#web/records/booklet/cover.tsx';
import { type PatientKind, personName, responsible } from '#web/records/patients/patient-kind.ts';
import { BackIcon, BackLink } from '#web/ui/page/back-link.tsx';
import { Page } from '#web/ui/page/page.tsx';
import { useWide } from '#web/ui/page/use-wide.ts';
import type { Fact } from '#web/ui/shapes/facts.tsx';
import classes from './visit.module.css';
import type { SavedRecord } from './visit.ts';
import { VisitBar } from './visit-bar.tsx';
import { VisitForm } from './visit-form.tsx';

interface VisitFrameProps {
  kind: PatientKind;
  row: Row;
  line: string[];
  facts: Fact[];
  /** The age in short and in full, for the narrow cover. */
  age?: { short: string; full: string } | undefined;
  badges?: ReactNode;
  /** The parts of the visit. */
  children: ReactNode;
  /** What the entries mean: beside the parts on a wide screen, otherwise after the first part by the parts themselves. */
  side?: ReactNode;
  /** Shown in the bar before what is missing. */
  lead?: ReactNode;
  onDiscard: () => void;
  onSaved: (records: readonly SavedRecord[]) => void;
}

/** The screen of a visit: the cover, its parts, and the button that saves them all. */
export function VisitFrame(props: VisitFrameProps) {
  const { kind, row, line, facts, age, badges, children, side, lead, onDiscard, onSaved } = props;
  const wide = useWide();
  const [coverOpened, setCoverOpened] = useState(false);
  const name = personName(kind, row);
  const bar = <VisitBar lead={lead} narrow={wide} />;
  const cover = (
    <Cover
      kicker={VISIT_TITLE}
      name={name}
      titled={wide}
      line={line}
      byline={`Responsable del registro: ${responsible(row)}`}
      facts={facts}
      menu={null}
    />
  );
  return (
    <Page>
      {wide ? (
        <>
          <BackLink {...kind.panel(row._id)}>{kind.texts.booklet}</BackLink>
          {cover}
        </>
      ) : (
        <>
          <CompactCover
            lead={
              <BackIcon {...kind.panel(row._id)} aria-label="Cerrar la visita">
                <IconX size={24} aria-hidden />
              </BackIcon>
            }
            kicker={VISIT_TITLE}
            name={name}
            age={age}
            document={line.at(-1)}
            badges={badges}
            opened={coverOpened}
            onToggle={() => setCoverOpened(!coverOpened)}
          />
          {coverOpened && cover}
        </>
      )}
      <VisitForm title={VISIT_TITLE} onDiscard={onDiscard} onSaved={onSaved}>
        <div className={classes.visit}>
          <Stack gap="sm" mt={wide ? 0 : 'sm'}>
            {children}
          </Stack>
          {wide ? (
            <Stack gap="sm" className={classes.side ?? ''}>
              {bar}
              {side}
            </Stack>
          ) : (
            bar
          )}
        </div>
      </VisitForm>
    </Page>
  );
}
