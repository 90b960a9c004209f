import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { MultiSelect } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { roleLabel } from '#domain/roles.ts';
import { IN_MAIN } from '#web/ui/in-main.ts';
import classes from './role-select.module.css';
import { type Role, rolesQuery } from './users-api.ts';

interface RoleSelectProps {
  stored: readonly Role[];
  error: string | undefined;
  onChange: () => void;
}

/** One role or several; the form sends their ids, comma-joined. */
export function RoleSelect({ stored, error, onChange }: RoleSelectProps) {
  const { data = stored, isError, isPending } = useQuery(rolesQuery);
  const [chosen, setChosen] = useState(stored.map(({ _id }) => _id));
  const nothing = isPending ? 'Cargando…' : isError ? 'No se pudieron cargar los roles' : 'No hay más roles';
  return (
    <MultiSelect
      id="roles"
      name="roles"
      label="Rol"
      data={data.map(({ _id, name }) => ({ value: _id, label: roleLabel(name) }))}
      value={chosen}
      onChange={(next) => {
        setChosen(next);
        onChange();
      }}
      error={error}
      required
      withAsterisk
      placeholder={chosen.length === 0 ? 'Elige un rol' : ''}
      description="Se puede elegir más de uno."
      nothingFoundMessage={nothing}
      comboboxProps={IN_MAIN}
      classNames={classes}
      withScrollArea={false}
      checkIconPosition="right"
      rightSection={<IconChevronDown size={18} aria-hidden />}
      rightSectionPointerEvents="none"
    />
  );
}
