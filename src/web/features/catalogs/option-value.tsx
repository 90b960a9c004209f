import { Box } from '@mantine/core';
import classes from './catalogs.module.css';

const intoSight = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** What an option says; marked for a moment, and brought into sight, when it was just saved. */
export function OptionValue({ text, revealed }: { text: string; revealed: string | undefined }) {
  if (text !== revealed) return <strong className={classes.value}>{text}</strong>;
  return (
    <strong key={revealed} ref={intoSight} className={classes.value} data-revealed>
      {text}
    </strong>
  );
}

/** Beside the option that is in the form. */
export function Editing() {
  return (
    <Box component="small" ml="sm" style={{ whiteSpace: 'nowrap' }}>
      en edición
    </Box>
  );
}
