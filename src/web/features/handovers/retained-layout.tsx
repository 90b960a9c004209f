import { showInstantMinute } from '#domain/calendar.ts';
import { RETAINED_WHY } from '#domain/calls/operation.ts';
import type { Retained } from '#domain/calls/retained.ts';
import { accountName } from '#web/records/handover/handover-api.ts';
import type { ListLayout } from '#web/ui/table/list-rows.tsx';
import { PersonOf, ReviewButton } from './retained-facts.tsx';
import { standingOf, whatOf } from './retained-words.ts';

export const retainedLayout = (onReview: (row: Retained) => void): ListLayout<Retained> => ({
  label: 'Envíos retenidos',
  columns: [
    { name: 'recibida', label: 'Recibido', noWrap: true, show: ({ recibida }) => showInstantMinute(recibida) },
    {
      name: 'quien',
      label: 'Quién',
      show: ({ quien }) => accountName(quien),
      onPhone: ({ quien, recibida }) => `Por ${accountName(quien)} · ${showInstantMinute(recibida)}`,
    },
    { name: 'hace', label: 'Qué hizo', show: (row) => <b>{whatOf(row)}</b> },
    { name: 'persona', label: 'De quién', show: (row) => <PersonOf row={row} /> },
    { name: 'motivo', label: 'Por qué está aquí', show: ({ motivo }) => RETAINED_WHY[motivo] },
    { name: 'resultado', label: 'Estado', show: standingOf, onPhone: (row) => <b>{standingOf(row)}</b> },
    {
      name: '_id',
      label: 'Acciones',
      textAlign: 'right',
      show: (row) => <ReviewButton row={row} onReview={onReview} />,
    },
  ],
  card: { title: whatOf, lines: ['persona', 'motivo', 'quien', 'resultado'], below: ['_id'] },
});
