import type { DataTableColumn } from 'mantine-datatable';
import { showInstantMinute } from '#domain/calendar.ts';
import type { Handover } from '#domain/calls/handover.ts';
import { accountName } from '#web/records/handover/handover-api.ts';
import Grid from '#web/ui/table/grid.tsx';
import { Booklets, reasonOf } from './handover-facts.tsx';

const COLUMNS: DataTableColumn<Handover>[] = [
  { accessor: 'cuando', title: 'Fecha y hora', noWrap: true, render: ({ cuando }) => showInstantMinute(cuando) },
  { accessor: 'libretas', title: 'Libretas', render: (row) => <Booklets row={row} /> },
  { accessor: 'de', title: 'De', render: ({ de }) => accountName(de) },
  { accessor: 'a', title: 'A', render: ({ a }) => <b>{accountName(a)}</b> },
  { accessor: 'motivo', title: 'Motivo', width: '28%', render: reasonOf },
  { accessor: 'por', title: 'Por', render: ({ por }) => accountName(por) },
];

/** What was handed over, on a wide screen. */
export default function HandoverGrid({ rows }: { rows: Handover[] }) {
  return <Grid rows={rows} columns={COLUMNS} label="Traspasos" />;
}
