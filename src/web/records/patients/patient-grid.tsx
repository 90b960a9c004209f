import { VisuallyHidden } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { DataTableColumn } from 'mantine-datatable';
import { tableColumns } from '#domain/records/table-columns.ts';
import type { Row } from '#web/lib/row.ts';
import { SelectBox } from '#web/records/handover/lazy-select-box.ts';
import type { Selection } from '#web/records/handover/selection.ts';
import { WaitingCloud } from '#web/records/lists/waiting-cloud.tsx';
import Grid from '#web/ui/table/grid.tsx';
import { REGISTERED, showPersonal } from './patient-columns.ts';
import { type PatientKind, personName } from './patient-kind.ts';
import classes from './patient-list.module.css';
import { PdfButton } from './pdf-button.tsx';

interface PatientGridProps {
  kind: PatientKind;
  rows: Row[];
  fetching: boolean;
  selection: Selection | null;
}

/** The list of a wide screen: the whole row leads to the person, and the name is the link. */
export default function PatientGrid({ kind, rows, fetching, selection }: PatientGridProps) {
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
          <>
            <Link {...kind.panel(row._id)} className={classes.name} onClick={(event) => event.stopPropagation()}>
              {text}
            </Link>
            <WaitingCloud id={row._id} />
          </>
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
  const box: DataTableColumn<Row> = {
    accessor: 'elegir',
    title: <VisuallyHidden>Elegir</VisuallyHidden>,
    width: 64,
    render: (row) => selection && <SelectBox selection={selection} id={row._id} name={personName(kind, row)} />,
  };
  return (
    <Grid
      rows={rows}
      columns={[...(selection ? [box] : []), ...own, ...shared, pdf]}
      label={kind.definition.titles.table}
      fetching={fetching}
      onRowClick={(row) => {
        // Selecting text to copy it is no click on the row.
        if (window.getSelection()?.toString()) return;
        if (selection) selection.toggle([row._id], !selection.chosen.has(row._id));
        else void navigate(kind.panel(row._id));
      }}
    />
  );
}
