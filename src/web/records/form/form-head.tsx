import { Group, Text, Title, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { Note } from '#web/ui/feedback/note.tsx';
import { SectionHead } from '#web/ui/shapes/section-head.tsx';
import { RestoredNote } from './restored-note.tsx';
import type { RecordFormState } from './use-record-form.ts';

interface FormHeadProps {
  title: ReactNode;
  form: RecordFormState;
  /** On a phone, where the first field comes first: `line` is one line, `hidden` leaves the title to the first group. */
  look: 'full' | 'line' | 'hidden';
}

const ASTERISK = (
  <Text component="b" inherit fw="var(--mantine-font-weight-bold)" c="var(--danger)">
    *
  </Text>
);

const requiresAll = ({ fields }: RecordDefinition) => Object.values(fields).every(({ required }) => required);

function Rules({ definition: { info } }: { definition: RecordDefinition }) {
  if (!info) return null;
  return (
    <Note>
      <ul>
        {info.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Note>
  );
}

/** What a phone shows below the fields: the introduction and the rules of the record. */
export function FormNotes({ definition }: { definition: RecordDefinition }) {
  const { intro } = definition;
  return (
    <>
      {intro && (
        <Text size="sm" c="dimmed">
          {intro}
        </Text>
      )}
      <Rules definition={definition} />
    </>
  );
}

/** The title in one line, or left to the first group, whose heading stands beside the rule about required fields. */
function ShortHead({ title, form, look }: FormHeadProps) {
  const rule = (
    <Text size="xs" c="dimmed" flex="none" {...(look === 'hidden' && { pos: 'absolute', top: 0, right: 0 })}>
      {requiresAll(form.definition) ? 'Todo es obligatorio' : <>{ASTERISK} obligatorio</>}
    </Text>
  );
  if (look === 'hidden')
    return (
      <>
        <VisuallyHidden component="h2">{title}</VisuallyHidden>
        {rule}
      </>
    );
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs" mb="-xs">
      <Title order={2} fz="md" flex="0 1 auto" miw={0}>
        <Text span inherit truncate display="block">
          {title}
        </Text>
      </Title>
      {rule}
    </Group>
  );
}

function FullHead({ title, form: { definition } }: FormHeadProps) {
  const heading = (
    <Title order={2} style={{ overflowWrap: 'anywhere' }}>
      {title}
    </Title>
  );
  const rule = (
    <Text size={definition.intro ? 'sm' : 'xs'} c="dimmed">
      {definition.intro && `${definition.intro} `}
      {requiresAll(definition) ? 'Todos los campos son obligatorios.' : <>Los campos con {ASTERISK} son obligatorios</>}
    </Text>
  );
  return (
    <>
      {definition.intro ? (
        <div>
          {heading}
          {rule}
        </div>
      ) : (
        <SectionHead actions={rule}>{heading}</SectionHead>
      )}
      <Rules definition={definition} />
    </>
  );
}

/** Title, hints, and a note if values were restored from a draft. */
export function FormHead(props: FormHeadProps) {
  const { restored, discard } = props.form;
  return (
    <>
      {props.look === 'full' ? <FullHead {...props} /> : <ShortHead {...props} />}
      {restored && <RestoredNote onDiscard={discard} />}
    </>
  );
}
