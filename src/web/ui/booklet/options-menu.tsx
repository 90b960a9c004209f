import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { Button, Loader, Menu } from '@mantine/core';
import { IconChevronDown, IconDotsVertical, IconFileTypePdf, IconTrash } from '@tabler/icons-react';
import { IN_MAIN } from '#web/ui/in-main.ts';
import { useWide } from '#web/ui/use-wide.ts';
import classes from './cover.module.css';

interface OptionsMenuProps {
  onPdf: () => void;
  pdfBusy: boolean;
  onDelete: () => void;
}

/** What can be done with the whole booklet. */
export function OptionsMenu({ onPdf, pdfBusy, onDelete }: OptionsMenuProps) {
  const wide = useWide();
  return (
    <Menu position="bottom-end" shadow="md" width={200} withInitialFocusPlaceholder={false} {...IN_MAIN}>
      <Menu.Target>
        <Button
          variant="outline"
          size={wide ? 'sm' : 'md'}
          className={classes.menuButton ?? ''}
          aria-label="Opciones"
          aria-busy={pdfBusy}
          rightSection={wide && <IconChevronDown size={16} aria-hidden />}
          leftSection={wide && pdfBusy && <Loader size={16} color="currentColor" aria-hidden />}
        >
          {wide && 'Opciones'}
          {!wide &&
            (pdfBusy ? (
              <Loader size={22} color="currentColor" aria-hidden />
            ) : (
              <IconDotsVertical size={24} aria-hidden />
            ))}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          fz="md"
          mih={44}
          leftSection={<IconFileTypePdf size={20} aria-hidden />}
          disabled={pdfBusy}
          onClick={onPdf}
        >
          {pdfBusy ? 'Generando PDF…' : 'Generar PDF'}
        </Menu.Item>
        <Menu.Item
          className={classes.delete ?? ''}
          mih={44}
          leftSection={<IconTrash size={20} aria-hidden />}
          onClick={onDelete}
        >
          Eliminar
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
