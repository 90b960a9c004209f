import type { JournalEntry } from '#domain/calls/journal.ts';
import { NOT_AVAILABLE } from '#domain/fields/index.ts';
import { ACTIONS, KINDS } from '#domain/journal/journal.ts';
import { BOOKLET_OF, personKindOf } from '#web/records/history/person-of.ts';
import { TextLink } from '#web/ui/page/links.tsx';

/** "Editó · Control". */
export const titleOf = ({ accion, tipo }: JournalEntry) => `${ACTIONS[accion]} · ${KINDS[tipo] ?? tipo}`;

/** A link to the person whom an entry concerns. */
export function PersonLink({ entry }: { entry: JournalEntry }) {
  const { persona, nombre } = entry;
  const kind = personKindOf(entry);
  if (!persona || !kind) return <>{NOT_AVAILABLE}</>;
  return (
    <TextLink {...BOOKLET_OF[kind](persona)} inherit data-above data-touch onClick={(event) => event.stopPropagation()}>
      {nombre ?? 'Ver libreta'}
    </TextLink>
  );
}
