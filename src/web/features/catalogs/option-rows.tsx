import '@mantine/core/styles/ActionIcon.layer.css';
import { ActionIcon } from '@mantine/core';
import { IconEdit } from '@tabler/icons-react';
import type { Option } from '#domain/calls/catalogs.ts';
import type { CatalogDefinition } from '#domain/catalogs.ts';
import { DeleteButton } from '#web/ui/table/delete-button.tsx';
import classes from './catalogs.module.css';
import { optionText } from './catalogs-api.ts';
import { Editing, OptionValue } from './option-value.tsx';

export interface OptionRowsProps {
  catalog: CatalogDefinition;
  rows: Option[];
  edited: string | undefined;
  /** The text of the option that was just saved. */
  revealed: string | undefined;
  onEdit: (option: Option) => void;
  onDelete: (option: Option) => void;
}

export function OptionRows({ catalog, rows, edited, revealed, onEdit, onDelete }: OptionRowsProps) {
  return (
    <ul className={classes.rows}>
      {rows.map((option) => (
        <li key={option._id} className={option._id === edited ? classes.edited : undefined}>
          <span>
            <OptionValue text={optionText(catalog, option)} revealed={revealed} />
            {option._id === edited && <Editing />}
          </span>
          <ActionIcon
            color="var(--ink-2)"
            aria-label={`Editar ${optionText(catalog, option)}`}
            onClick={() => onEdit(option)}
          >
            <IconEdit size={20} aria-hidden />
          </ActionIcon>
          <DeleteButton label={`Eliminar ${optionText(catalog, option)}`} onClick={() => onDelete(option)} />
        </li>
      ))}
    </ul>
  );
}
