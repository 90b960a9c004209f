import type { Handover } from '#domain/calls/handover.ts';
import { bookletCount } from '#web/records/handover/account-field.tsx';
import { BOOKLET_OF } from '#web/records/history/person-of.ts';
import { TextLink } from '#web/ui/page/links.tsx';

/** Once somebody of it was erased for good, why it was done is erased too. */
export const reasonOf = ({ motivo }: Handover) => motivo || 'Motivo borrado';

/** Whose booklet it was, or how many there were. */
export function Booklets({ row: { persona, libretas } }: { row: Handover }) {
  if (!persona) return <>{bookletCount(libretas)}</>;
  return (
    <TextLink {...BOOKLET_OF[persona.tipo](persona._id)} inherit data-above data-touch>
      {persona.nombre}
    </TextLink>
  );
}
