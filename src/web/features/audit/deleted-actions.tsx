import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { IconDotsVertical, IconEraser, IconFileExport, IconRestore } from '@tabler/icons-react';
import type { DeletedPerson } from '#domain/calls/journal.ts';
import { DROPDOWN_PLACEMENT } from '#web/ui/page/dropdown-placement.ts';
import { deletedPersonName } from './deleted-words.ts';

export interface DeletedPersonActions {
  restore: (person: DeletedPerson) => void;
  export: (person: DeletedPerson) => void;
  erase: (person: DeletedPerson) => void;
}

/** The actions for a deleted person. */
export function DeletedActions({ person, doings }: { person: DeletedPerson; doings: DeletedPersonActions }) {
  const name = deletedPersonName(person);
  return (
    <Group gap="2xs" wrap="nowrap" justify="flex-end" py="2xs">
      <Button
        variant="outline"
        size="sm"
        leftSection={<IconRestore size={16} aria-hidden />}
        aria-label={`Restaurar a ${name}`}
        onClick={() => doings.restore(person)}
      >
        Restaurar
      </Button>
      <Menu position="bottom-end" shadow="md" width={280} withInitialFocusPlaceholder={false} {...DROPDOWN_PLACEMENT}>
        <Menu.Target>
          <ActionIcon aria-label={`Más acciones para ${name}`}>
            <IconDotsVertical size={20} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            mih={44}
            fz="md"
            leftSection={<IconFileExport size={20} aria-hidden />}
            onClick={() => doings.export(person)}
          >
            Descargar todos sus datos
          </Menu.Item>
          <Menu.Item
            mih={44}
            fz="md"
            color="rojo"
            leftSection={<IconEraser size={20} aria-hidden />}
            onClick={() => doings.erase(person)}
          >
            Borrar para siempre
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
