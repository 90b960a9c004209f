import { VisuallyHidden } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { DataTableColumn } from 'mantine-datatable';
import { tableColumns } from '#domain/records/table-columns.ts';
import type { Row } from '#web/records/row.ts';
import Grid from '#web/ui/table/grid.tsx';
import { REGISTERED, showPersonal } from './patient-columns.ts';
import type { PatientKind } from './patient-kind.ts';
import classes from './patient-list.module.css';
import { PdfButton } from './pdf-button.tsx';

interface PatientGridProps {
  kind: PatientKind;
  rows: Row[];
  fetching: boolean;
}

/** The list of a wide screen: the whole row leads to the person, and the name is the link. */
export default function PatientGrid({ kind, rows, fetching }: PatientGridProps) {
  const navigate = useNavigate();
  const [linked] = kind.nameFields;
  const own = tableColumns(kind.definition).map(
    ({ name, field, heading }): DataTableColumn<Row> => ({
      accessor: name,
      title: heading,
      render: (row) => {
        const text = showPersonal(field, row, name);
        if (name !== linked) return text;
        return (
          <Link {...kind.panel(row._id)} className={classes.name} onClick={(event) => event.stopPropagation()}>
            {text}
          </Link>
        );
      },
    }),
  );
  const shared = REGISTERED.map(
    ({ label, show }): DataTableColumn<Row> => ({ accessor: label, title: label, render: show }),
  );
  const pdf: DataTableColumn<Row> = {
    accessor: 'pdf',
    title: <VisuallyHidden>PDF</VisuallyHidden>,
    textAlign: 'right',
    render: (row) => <PdfButton kind={kind} row={row} variant="outline" />,
  };
  return (
    <Grid
      rows={rows}
      columns={[...own, ...shared, pdf]}
      label={kind.definition.titles.table}
      fetching={fetching}
      onRowClick={(row) => {
        // Selecting text to copy it is no click on the row.
        if (!window.getSelection()?.toString()) void navigate(kind.panel(row._id));
      }}
    />
  );
}
