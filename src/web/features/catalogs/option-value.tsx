import { Box } from '@mantine/core';
import classes from './catalogs.module.css';

const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** The text of an option, highlighted and scrolled into view if it was just saved. */
export function OptionValue({ text, revealed }: { text: string; revealed: string | undefined }) {
  if (text !== revealed) return <strong className={classes.value}>{text}</strong>;
  return (
    <strong key={revealed} ref={scrollIntoView} className={classes.value} data-revealed>
      {text}
    </strong>
  );
}

export function Editing() {
  return (
    <Box component="small" ml="sm" style={{ whiteSpace: 'nowrap' }}>
      en edición
    </Box>
  );
}
