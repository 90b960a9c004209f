import { showInstantMinute } from '#domain/calendar.ts';
import { IMPORT_STATES, type ListedImport } from '#domain/calls/importing.ts';
import { accountName } from '#web/records/handover/handover-api.ts';
import { TextLink } from '#web/ui/page/links.tsx';
import { ToneBadge } from '#web/ui/shapes/tone-badge.tsx';
import type { ListLayout } from '#web/ui/table/list-rows.tsx';
import { kindLabel } from './import-kinds.ts';
import { outcomeText, STATE_TONES } from './import-words.ts';

function FileLink({ row: { _id, archivo } }: { row: ListedImport }) {
  return (
    <TextLink to="/importar/$importId" params={{ importId: _id }} inherit fw="var(--mantine-font-weight-bold)">
      {archivo}
    </TextLink>
  );
}

export const importsLayout = (onOpen: (row: ListedImport) => void): ListLayout<ListedImport> => ({
  label: 'Importaciones anteriores',
  onOpen,
  columns: [
    { name: 'archivo', label: 'Archivo', width: '28%', show: (row) => <FileLink row={row} /> },
    { name: 'tipo', label: 'Qué trae', show: ({ tipo }) => kindLabel(tipo) },
    {
      name: 'quien',
      label: 'Por',
      show: ({ quien }) => accountName(quien),
      onPhone: ({ quien }) => `Por ${accountName(quien)}`,
    },
    { name: 'cuando', label: 'Fecha y hora', noWrap: true, show: ({ cuando }) => showInstantMinute(cuando) },
    {
      name: 'estado',
      label: 'Estado',
      show: ({ estado }) => <ToneBadge tone={STATE_TONES[estado]}>{IMPORT_STATES[estado]}</ToneBadge>,
    },
    { name: 'creadas', label: 'Resultado', show: outcomeText },
  ],
  card: {
    title: (row) => <FileLink row={row} />,
    leads: true,
    above: ['estado'],
    lines: ['creadas', 'tipo', 'quien', 'cuando'],
  },
});
