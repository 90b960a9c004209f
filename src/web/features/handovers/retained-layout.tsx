import { showInstantMinute } from '#domain/calendar.ts';
import { RETAINED_REASON_TEXTS } from '#domain/calls/operation.ts';
import type { RetainedWrite } from '#domain/calls/retained.ts';
import { accountName } from '#web/records/handover/handover-api.ts';
import type { ListLayout } from '#web/ui/table/list-rows.tsx';
import { PersonOf, ReviewButton } from './retained-facts.tsx';
import { decisionText, retainedTitle } from './retained-words.ts';

export const retainedLayout = (onReview: (row: RetainedWrite) => void): ListLayout<RetainedWrite> => ({
  label: 'Envíos retenidos',
  columns: [
    { name: 'recibida', label: 'Recibido', noWrap: true, show: ({ recibida }) => showInstantMinute(recibida) },
    {
      name: 'quien',
      label: 'Quién',
      show: ({ quien }) => accountName(quien),
      onPhone: ({ quien, recibida }) => `Por ${accountName(quien)} · ${showInstantMinute(recibida)}`,
    },
    { name: 'hace', label: 'Qué hizo', show: (row) => <b>{retainedTitle(row)}</b> },
    { name: 'persona', label: 'De quién', show: (row) => <PersonOf row={row} /> },
    { name: 'motivo', label: 'Por qué está aquí', show: ({ motivo }) => RETAINED_REASON_TEXTS[motivo] },
    { name: 'resultado', label: 'Estado', show: decisionText, onPhone: (row) => <b>{decisionText(row)}</b> },
    {
      name: '_id',
      label: 'Acciones',
      textAlign: 'right',
      show: (row) => <ReviewButton row={row} onReview={onReview} />,
    },
  ],
  card: { title: retainedTitle, lines: ['persona', 'motivo', 'quien', 'resultado'], below: ['_id'] },
});
