import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { Menu } from '@mantine/core';
import { IconFileTypeCsv, IconTableImport } from '@tabler/icons-react';
import { DROPDOWN_PLACEMENT } from '#web/ui/page/dropdown-placement.ts';
import { MoreButton } from './more-button.tsx';

interface OtherFormatsProps {
  busy: true | undefined;
  onCsv: () => void;
  /** Absent where nothing can be imported. */
  onImport: (() => void) | undefined;
}

/** Opens when mounted, because its code loads after the click. */
export default function OtherFormats({ busy, onCsv, onImport }: OtherFormatsProps) {
  return (
    <Menu
      defaultOpened
      position="bottom-end"
      shadow="md"
      width={220}
      withInitialFocusPlaceholder={false}
      {...DROPDOWN_PLACEMENT}
    >
      <Menu.Target>
        <MoreButton busy={busy} imports={onImport !== undefined} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item mih={44} fz="md" leftSection={<IconFileTypeCsv size={20} aria-hidden />} onClick={onCsv}>
          Exportar CSV
        </Menu.Item>
        {onImport && (
          <Menu.Item mih={44} fz="md" leftSection={<IconTableImport size={20} aria-hidden />} onClick={onImport}>
            Importar desde Excel
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
