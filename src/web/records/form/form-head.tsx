import { Button, Text, Title } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Note } from '#web/ui/feedback/note.tsx';
import { SectionHead } from '#web/ui/shapes/section-head.tsx';
import type { RecordFormState } from './use-record-form.ts';

interface FormHeadProps {
  title: ReactNode;
  form: RecordFormState;
}

/** Title, hints, and a note if values were restored from a draft. */
export function FormHead({ title, form }: FormHeadProps) {
  const { definition, restored, discard } = form;
  const allRequired = Object.values(definition.fields).every(({ required }) => required);
  const heading = (
    <Title order={2} style={{ overflowWrap: 'anywhere' }}>
      {title}
    </Title>
  );
  const rule = (
    <Text size={definition.intro ? 'sm' : 'xs'} c="dimmed">
      {definition.intro && `${definition.intro} `}
      {allRequired ? (
        'Todos los campos son obligatorios.'
      ) : (
        <>
          Los campos con{' '}
          <Text component="b" inherit fw="var(--mantine-font-weight-bold)" c="var(--danger)">
            *
          </Text>{' '}
          son obligatorios
        </>
      )}
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
      {definition.info && (
        <Note>
          <ul>
            {definition.info.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Note>
      )}
      {restored && (
        <Note
          role="status"
          icon={IconHistory}
          action={
            <Button variant="subtle" size="sm" onClick={discard}>
              Descartar
            </Button>
          }
        >
          Recuperamos lo que habías escrito.
        </Note>
      )}
    </>
  );
}
