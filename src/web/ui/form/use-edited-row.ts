import { useRef, useState } from 'react';
import { confirmLeaving } from './unsaved-changes.ts';

type Mode<Row> = { kind: 'hidden' | 'create' } | { kind: 'edit'; row: Row };

export type EditedRow<Row> = ReturnType<typeof useEditedRow<Row>>;

/** Which row of a list is edited in the form above it, or whether a new one is. @param refresh reads the list again after a save */
export function useEditedRow<Row>(refresh: () => Promise<void>) {
  const [mode, setMode] = useState<Mode<Row>>({ kind: 'hidden' });
  const heading = useRef<HTMLHeadingElement>(null);
  const open = async (next: Mode<Row>) => {
    if (await confirmLeaving()) setMode(next);
  };
  const latest = useRef(mode);
  latest.current = mode;
  /** Closes the form of this mode, but not another one that was opened before an answer came. */
  const close = () => {
    if (latest.current !== mode) return;
    setMode({ kind: 'hidden' });
    heading.current?.focus();
  };
  return {
    isOpen: mode.kind !== 'hidden',
    isNew: mode.kind === 'create',
    row: mode.kind === 'edit' ? mode.row : undefined,
    /** The heading of the list, which gets the focus when the form closes. */
    heading,
    create: () => void open({ kind: 'create' }),
    edit: (row: Row) => void open({ kind: 'edit', row }),
    close,
    done: () => {
      close();
      void refresh();
    },
  };
}
