import { Button } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { type RefObject, useState } from 'react';
import { lazyPart } from '#web/ui/page/lazy-part.tsx';
import classes from './export-buttons.module.css';
import { MoreButton } from './more-button.tsx';
import type { ListExport } from './use-list-export.ts';

// The menu's code is large and loads only when needed.
const OtherFormats = lazyPart(() => import('./other-formats.tsx'), <MoreButton busy={undefined} imports={false} />);

interface ExportButtonsProps {
  list: ListExport;
  /** The main button, which gets the focus when an export ends. */
  main: RefObject<HTMLButtonElement | null>;
  /** Opens the import of this list, for those who may. */
  onImport?: (() => void) | undefined;
}

export function ExportButtons({ list: { running, start }, main, onImport }: ExportButtonsProps) {
  const [menuRequested, setMenuRequested] = useState(false);
  const busy = running !== null || undefined;
  const color = busy ? 'dimmed' : 'laguna.7';
  return (
    <Button.Group>
      <Button
        ref={main}
        variant="outline"
        flex={1}
        className={classes.main ?? ''}
        leftSection={<IconFileSpreadsheet size={20} aria-hidden />}
        aria-disabled={busy}
        c={color}
        onClick={() => void start('xlsx')}
      >
        Exportar Excel
      </Button>
      {menuRequested ? (
        <OtherFormats busy={busy} onCsv={() => void start('csv')} onImport={onImport} />
      ) : (
        <MoreButton
          busy={busy}
          imports={onImport !== undefined}
          aria-haspopup="menu"
          aria-expanded={false}
          onClick={() => setMenuRequested(true)}
        />
      )}
    </Button.Group>
  );
}
