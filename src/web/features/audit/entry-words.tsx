import type { JournalEntry } from '#domain/calls/journal.ts';
import { NOT_AVAILABLE } from '#domain/fields/index.ts';
import { ACTIONS, ENTRY_KINDS } from '#domain/journal/journal.ts';
import { BOOKLET_OF, subjectKind } from '#web/records/history/person-of.ts';
import { TextLink } from '#web/ui/page/links.tsx';

/** "Editó · Control". */
export const titleOf = ({ accion, tipo }: JournalEntry) => `${ACTIONS[accion]} · ${ENTRY_KINDS[tipo] ?? tipo}`;

/** A link to the person whom an entry concerns. */
export function PersonLink({ entry }: { entry: JournalEntry }) {
  const { persona, nombre } = entry;
  const kind = subjectKind(entry);
  if (!persona || !kind) return <>{NOT_AVAILABLE}</>;
  return (
    <TextLink {...BOOKLET_OF[kind](persona)} inherit data-above data-touch onClick={(event) => event.stopPropagation()}>
      {nombre ?? 'Ver libreta'}
    </TextLink>
  );
}
