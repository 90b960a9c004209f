import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { Menu } from '@mantine/core';
import { IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react';
import { type RefObject, useEffect, useState } from 'react';
import { OptionsButton } from '#web/records/booklet/options-button.tsx';
import type { ListExport } from '#web/records/lists/use-list-export.ts';
import { DROPDOWN_PLACEMENT } from '#web/ui/page/dropdown-placement.ts';

interface VisitMenuProps {
  list: ListExport;
  button: RefObject<HTMLButtonElement | null>;
}

const ITEM = { fz: 'md', mih: 44 } as const;

/** The exports of the list, on a phone. It opens as soon as its code has loaded. */
export default function VisitMenu({ list: { running, start }, button }: VisitMenuProps) {
  const [opened, setOpened] = useState(false);
  // This button replaces the one that was pressed, so it takes the focus before the menu opens.
  useEffect(() => {
    button.current?.focus();
    setOpened(true);
  }, [button]);
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      shadow="md"
      width={220}
      withInitialFocusPlaceholder={false}
      {...DROPDOWN_PLACEMENT}
    >
      <Menu.Target>
        <OptionsButton ref={button} busy={running !== null} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          {...ITEM}
          leftSection={<IconFileSpreadsheet size={20} aria-hidden />}
          onClick={() => void start('xlsx')}
        >
          Exportar Excel
        </Menu.Item>
        <Menu.Item {...ITEM} leftSection={<IconFileTypeCsv size={20} aria-hidden />} onClick={() => void start('csv')}>
          Exportar CSV
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
