import { Button } from '@mantine/core';
import type { DataTableColumn } from 'mantine-datatable';
import { showInstantMinute } from '#domain/calendar.ts';
import type { JournalEntry } from '#domain/calls/journal.ts';
import { NOT_AVAILABLE } from '#domain/fields/index.ts';
import { ACTIONS, KINDS } from '#domain/journal/journal.ts';
import { doerOf } from '#web/records/history/history-entries.tsx';
import Grid from '#web/ui/table/grid.tsx';
import { PersonLink, titleOf } from './entry-words.tsx';

interface AuditGridProps {
  rows: JournalEntry[];
  onOpen: (entry: JournalEntry) => void;
}

/** The journal on a wide screen; the whole row opens its entry. */
export default function AuditGrid({ rows, onOpen }: AuditGridProps) {
  const columns: DataTableColumn<JournalEntry>[] = [
    { accessor: 'cuando', title: 'Fecha y hora', noWrap: true, render: ({ cuando }) => showInstantMinute(cuando) },
    {
      accessor: 'quien',
      title: 'Quién',
      render: (entry) => (
        <>
          <b>{doerOf(entry)}</b>
          {entry.quien && <div>{entry.quien.cedula}</div>}
        </>
      ),
    },
    { accessor: 'accion', title: 'Acción', render: ({ accion }) => ACTIONS[accion] },
    { accessor: 'tipo', title: 'Tipo', render: ({ tipo }) => KINDS[tipo] ?? tipo },
    { accessor: 'persona', title: 'Mujer, niña o niño', render: (entry) => <PersonLink entry={entry} /> },
    { accessor: 'equipo', title: 'Equipo', render: ({ equipo }) => equipo ?? NOT_AVAILABLE },
    {
      accessor: '_id',
      title: 'Detalle',
      textAlign: 'right',
      render: (entry) => (
        <Button
          variant="subtle"
          size="sm"
          aria-haspopup="dialog"
          aria-label={`Ver detalle: ${titleOf(entry)}, ${showInstantMinute(entry.cuando)}`}
          onClick={(event) => {
            event.stopPropagation();
            onOpen(entry);
          }}
        >
          Ver detalle
        </Button>
      ),
    },
  ];
  return (
    <Grid
      rows={rows}
      columns={columns}
      label="Auditoría"
      onRowClick={(entry) => {
        // Selecting text to copy it is no click on the row.
        if (!window.getSelection()?.toString()) onOpen(entry);
      }}
    />
  );
}
