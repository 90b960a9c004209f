import { Box } from '@mantine/core';
import type { BookletSelection } from './selection.ts';

/** A checkbox of a list row, with a label as large as a touch target. */
export default function SelectBox({ selection, id, name }: { selection: BookletSelection; id: string; name: string }) {
  return (
    <Box
      component="label"
      display="inline-flex"
      w="var(--touch)"
      h="var(--touch)"
      style={{ alignItems: 'center' }}
      data-above
      onClick={(event) => event.stopPropagation()}
    >
      <Box
        component="input"
        type="checkbox"
        w="1.375rem"
        h="1.375rem"
        style={{ accentColor: 'var(--mantine-color-laguna-7)' }}
        aria-label={`Elegir a ${name}`}
        checked={selection.chosen.has(id)}
        onChange={(event) => selection.toggle([id], event.currentTarget.checked)}
      />
    </Box>
  );
}
