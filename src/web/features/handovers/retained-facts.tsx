import { Button } from '@mantine/core';
import type { RetainedWrite } from '#domain/calls/retained.ts';
import { BOOKLET_OF } from '#web/records/history/person-of.ts';
import { TextLink } from '#web/ui/page/links.tsx';
import { retainedPersonName, retainedTitle } from './retained-words.ts';

/** The person, with a link if the booklet exists. */
export function PersonOf({ row }: { row: RetainedWrite }) {
  const { _id, tipo, existe } = row.persona;
  if (!existe) return <>{retainedPersonName(row)}</>;
  return (
    <TextLink {...BOOKLET_OF[tipo](_id)} inherit data-above data-touch>
      {retainedPersonName(row)}
    </TextLink>
  );
}

interface ReviewButtonProps {
  row: RetainedWrite;
  onReview: (row: RetainedWrite) => void;
}

export function ReviewButton({ row, onReview }: ReviewButtonProps) {
  const verb = row.resuelta ? 'Ver' : 'Revisar';
  return (
    <Button
      variant="outline"
      size="sm"
      aria-haspopup="dialog"
      aria-label={`${verb} ${retainedTitle(row)}, ${retainedPersonName(row)}`}
      onClick={() => onReview(row)}
    >
      {verb}
    </Button>
  );
}
