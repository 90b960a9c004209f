import { Button } from '@mantine/core';
import { IconEdit, IconTrash } from '@tabler/icons-react';
import type { DataTableColumn } from 'mantine-datatable';
import type { Option } from '#domain/calls/catalogs.ts';
import Grid from '#web/ui/table/grid.tsx';
import classes from './catalogs.module.css';
import { optionText } from './catalogs-api.ts';
import type { OptionRowsProps } from './option-rows.tsx';
import { Editing, OptionValue } from './option-value.tsx';

export default function OptionGrid({ catalog, rows, edited, revealed, onEdit, onDelete }: OptionRowsProps) {
  const columns: DataTableColumn<Option>[] = [
    {
      accessor: catalog.field,
      title: catalog.label,
      render: (option) => (
        <>
          <OptionValue text={optionText(catalog, option)} revealed={revealed} />
          {option._id === edited && <Editing />}
        </>
      ),
    },
    {
      accessor: '_id',
      title: 'Acciones',
      textAlign: 'right',
      width: 260,
      render: (option) => (
        <>
          <Button
            variant="subtle"
            size="sm"
            leftSection={<IconEdit size={16} aria-hidden />}
            aria-label={`Editar ${optionText(catalog, option)}`}
            onClick={() => onEdit(option)}
          >
            Editar
          </Button>
          <Button
            variant="subtle"
            size="sm"
            color="var(--danger)"
            leftSection={<IconTrash size={16} aria-hidden />}
            aria-label={`Eliminar ${optionText(catalog, option)}`}
            onClick={() => onDelete(option)}
          >
            Eliminar
          </Button>
        </>
      ),
    },
  ];
  return (
    <Grid
      rows={rows}
      columns={columns}
      density="tight"
      label={catalog.title}
      rowClassName={({ _id }) => (_id === edited ? classes.edited : undefined)}
    />
  );
}
