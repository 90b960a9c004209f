import { Box, Button } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import type { HelpKey } from '#domain/help/explanations.ts';
import { Explanation } from '#web/ui/help/explanation.tsx';
import { helpButtonId } from '#web/ui/help/help-place.ts';
import { useHelpEntry } from '#web/ui/help/use-help-entry.ts';
import { acceptedRange } from './helped-field.ts';

/** A long label takes a second line. */
const WRAPPED = { label: { whiteSpace: 'normal', lineHeight: 1.25 } } as const;

function HelpTile({ help, label }: { help: HelpKey; label: string }) {
  const name = `campo.${help}`;
  const { open } = useHelpEntry(name);
  return (
    <>
      <Button
        id={helpButtonId(name)}
        variant="outline"
        fullWidth
        justify="flex-start"
        h="auto"
        mih="3.25rem"
        px="sm"
        py="2xs"
        ta="start"
        styles={WRAPPED}
        aria-haspopup="dialog"
        leftSection={<IconHelpCircle size={20} aria-hidden />}
        onClick={open}
      >
        {label}
      </Button>
      <Explanation help={help} name={name} accepted={acceptedRange(help)} />
    </>
  );
}

const TWO_ON_A_PHONE = {
  gridTemplateColumns: 'repeat(auto-fill, minmax(9.5rem, 1fr))',
  gap: 'var(--mantine-spacing-xs)',
} as const;

interface HelpTilesProps {
  helps: readonly HelpKey[];
  labelOf: (help: HelpKey) => string;
}

/** Explanations of fields, each behind a button. */
export function HelpTiles({ helps, labelOf }: HelpTilesProps) {
  return (
    <Box display="grid" style={TWO_ON_A_PHONE}>
      {helps.map((help) => (
        <HelpTile key={help} help={help} label={labelOf(help)} />
      ))}
    </Box>
  );
}
