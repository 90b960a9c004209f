import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDotsVertical, IconTrash } from '@tabler/icons-react';
import { IN_MAIN } from '#web/ui/in-main.ts';
import { useWide } from '#web/ui/use-wide.ts';
import classes from './cover.module.css';

/** What can be done with the whole booklet. */
export function OptionsMenu({ onDelete }: { onDelete: () => void }) {
  const wide = useWide();
  return (
    <Menu position="bottom-end" shadow="md" width={200} withInitialFocusPlaceholder={false} {...IN_MAIN}>
      <Menu.Target>
        <Button
          variant="outline"
          size={wide ? 'sm' : 'md'}
          className={classes.menuButton ?? ''}
          aria-label="Opciones"
          rightSection={wide && <IconChevronDown size={16} aria-hidden />}
        >
          {wide ? 'Opciones' : <IconDotsVertical size={24} aria-hidden />}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
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
