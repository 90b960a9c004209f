import { showInstantMinute } from '#domain/calendar.ts';
import type { Handover } from '#domain/calls/handover.ts';
import { bookletCount } from '#web/records/handover/account-field.tsx';
import { accountName } from '#web/records/handover/handover-api.ts';
import { BOOKLET_OF } from '#web/records/history/person-of.ts';
import { TextLink } from '#web/ui/page/links.tsx';
import type { ListLayout } from '#web/ui/table/list-rows.tsx';

function Booklets({ row: { persona, libretas } }: { row: Handover }) {
  if (!persona) return <>{bookletCount(libretas)}</>;
  return (
    <TextLink {...BOOKLET_OF[persona.tipo](persona._id)} inherit data-above data-touch>
      {persona.nombre}
    </TextLink>
  );
}

export const HANDOVER_LAYOUT: ListLayout<Handover> = {
  label: 'Traspasos',
  columns: [
    { name: 'cuando', label: 'Fecha y hora', noWrap: true, show: ({ cuando }) => showInstantMinute(cuando) },
    { name: 'libretas', label: 'Libretas', show: (row) => <Booklets row={row} /> },
    { name: 'de', label: 'De', show: ({ de }) => accountName(de) },
    { name: 'a', label: 'A', show: ({ a }) => <b>{accountName(a)}</b> },
    // The erasure of a person also erases the reason.
    { name: 'motivo', label: 'Motivo', width: '28%', show: ({ motivo }) => motivo || 'Motivo borrado' },
    {
      name: 'por',
      label: 'Por',
      show: ({ por }) => accountName(por),
      onPhone: ({ por }) => `Por ${accountName(por)}`,
    },
  ],
  card: {
    title: ({ de, a }) => `De ${accountName(de)} a ${accountName(a)}`,
    lines: ['cuando', 'libretas', 'motivo', 'por'],
  },
};
