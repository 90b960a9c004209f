import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { MultiSelect } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Role } from '#domain/calls/users.ts';
import { roleLabel } from '#domain/roles.ts';
import { keepEnterInList } from '#web/ui/fields/enter-in-list.ts';
import { isRetry, retryOf, withRetry } from '#web/ui/fields/retry-option.tsx';
import { DROPDOWN_PLACEMENT } from '#web/ui/page/dropdown-placement.ts';
import classes from './role-select.module.css';
import { rolesQuery } from './users-api.ts';

interface RoleSelectProps {
  stored: readonly Role[];
  error: string | undefined;
  onChange: () => void;
}

/** Selects one or several roles; the form sends their ids, comma-joined. */
export function RoleSelect({ stored, error, onChange }: RoleSelectProps) {
  const query = useQuery(rolesQuery);
  const { data = stored, isPending } = query;
  const onRetry = retryOf(query);
  const [chosen, setChosen] = useState(stored.map(({ _id }) => _id));
  return (
    <MultiSelect
      id="roles"
      name="roles"
      label="Rol"
      {...withRetry({ options: data.map(({ _id, name }) => ({ value: _id, label: roleLabel(name) })), onRetry })}
      value={chosen}
      onChange={(next) => {
        if (next.some(isRetry)) return onRetry?.();
        setChosen(next);
        onChange();
      }}
      error={error}
      required
      withAsterisk
      placeholder={chosen.length === 0 ? 'Elige un rol' : ''}
      description="Se puede elegir más de uno."
      nothingFoundMessage={isPending ? 'Cargando…' : 'No hay más roles'}
      onKeyDown={keepEnterInList}
      comboboxProps={DROPDOWN_PLACEMENT}
      classNames={classes}
      size="md"
      withScrollArea={false}
      checkIconPosition="right"
      rightSection={<IconChevronDown size={18} aria-hidden />}
      rightSectionPointerEvents="none"
    />
  );
}
