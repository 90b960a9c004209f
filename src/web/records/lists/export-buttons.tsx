import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { DROPDOWN_PLACEMENT } from '#web/ui/page/dropdown-placement.ts';
import classes from './export-buttons.module.css';
import type { ListExport } from './use-list-export.ts';

interface ExportButtonsProps {
  list: ListExport;
  /** The main button: where the focus returns when an export ends. */
  main: RefObject<HTMLButtonElement | null>;
}

/** Takes the whole list away, as Excel unless another format is chosen. */
export function ExportButtons({ list: { running, start }, main }: ExportButtonsProps) {
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
      <Menu position="bottom-end" shadow="md" width={220} withInitialFocusPlaceholder={false} {...DROPDOWN_PLACEMENT}>
        <Menu.Target>
          <Button
            variant="outline"
            w="var(--touch)"
            px={0}
            style={{ borderInlineStart: 0 }}
            flex="none"
            aria-label="Otros formatos"
            aria-disabled={busy}
            c={color}
          >
            <IconChevronDown size={18} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            mih={44}
            fz="md"
            leftSection={<IconFileTypeCsv size={20} aria-hidden />}
            onClick={() => void start('csv')}
          >
            Exportar CSV
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  );
}
