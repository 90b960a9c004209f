import type { DataTableColumn } from 'mantine-datatable';
import { showInstantMinute } from '#domain/calendar.ts';
import { RETAINED_WHY } from '#domain/calls/operation.ts';
import type { Retained } from '#domain/calls/retained.ts';
import { accountName } from '#web/records/handover/handover-api.ts';
import Grid from '#web/ui/table/grid.tsx';
import { PersonOf, ReviewButton } from './retained-facts.tsx';
import { standingOf, whatOf } from './retained-words.ts';

interface RetainedGridProps {
  rows: Retained[];
  onReview: (row: Retained) => void;
}

/** What waits for supervision, on a wide screen. */
export default function RetainedGrid({ rows, onReview }: RetainedGridProps) {
  const columns: DataTableColumn<Retained>[] = [
    { accessor: 'recibida', title: 'Recibido', noWrap: true, render: ({ recibida }) => showInstantMinute(recibida) },
    { accessor: 'quien', title: 'Quién', render: ({ quien }) => accountName(quien) },
    { accessor: 'hace', title: 'Qué hizo', render: (row) => <b>{whatOf(row)}</b> },
    { accessor: 'persona', title: 'De quién', render: (row) => <PersonOf row={row} /> },
    { accessor: 'motivo', title: 'Por qué está aquí', render: ({ motivo }) => RETAINED_WHY[motivo] },
    { accessor: 'resultado', title: 'Estado', render: standingOf },
    {
      accessor: '_id',
      title: 'Acciones',
      textAlign: 'right',
      render: (row) => <ReviewButton row={row} onReview={onReview} />,
    },
  ];
  return <Grid rows={rows} columns={columns} label="Envíos retenidos" />;
}
