import { Box, Text } from '@mantine/core';
import { IconBulb } from '@tabler/icons-react';
import { FIELD_HELP, type HelpKey } from '#domain/help/explanations.ts';
import { HELP_SOURCES } from '#domain/help/sources.ts';
import { Note } from '#web/ui/feedback/note.tsx';
import { drawingOf } from './drawings.ts';
import { Steps } from './steps.tsx';

interface HelpTextProps {
  help: HelpKey;
  accepted?: string | undefined;
}

/** What a field is, how it is measured and what its range means, with the documents that say so. */
export function HelpText({ help, accepted }: HelpTextProps) {
  const { what, how, range, rule, sources } = FIELD_HELP[help];
  const drawing = drawingOf(help);
  return (
    <>
      {drawing && <Box component="img" src={drawing.url} alt={drawing.alt} w="100%" mah="13rem" />}
      <Text>{what}</Text>
      <Steps steps={how.map((step) => ({ key: step, content: <Text>{step}</Text> }))} />
      {(accepted ?? range) && (
        <Note>
          {accepted && <b>{`${accepted}. `}</b>}
          {range}
        </Note>
      )}
      {rule && <Note icon={IconBulb}>{rule}</Note>}
      <Text size="xs" c="dimmed">
        {`${sources.length === 1 ? 'Fuente' : 'Fuentes'}: ${sources.map((source) => HELP_SOURCES[source]).join('. ')}.`}
      </Text>
    </>
  );
}
