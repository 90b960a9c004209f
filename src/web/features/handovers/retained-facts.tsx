import { Button } from '@mantine/core';
import type { Retained } from '#domain/calls/retained.ts';
import { BOOKLET_OF } from '#web/records/history/person-of.ts';
import { TextLink } from '#web/ui/page/links.tsx';
import { nameOf, whatOf } from './retained-words.ts';

/** The person, with a link if the booklet exists. */
export function PersonOf({ row }: { row: Retained }) {
  const { _id, tipo, existe } = row.persona;
  if (!existe) return <>{nameOf(row)}</>;
  return (
    <TextLink {...BOOKLET_OF[tipo](_id)} inherit data-above data-touch>
      {nameOf(row)}
    </TextLink>
  );
}

interface ReviewButtonProps {
  row: Retained;
  onReview: (row: Retained) => void;
}

/** Opens a retained write for review. */
export function ReviewButton({ row, onReview }: ReviewButtonProps) {
  const verb = row.resuelta ? 'Ver' : 'Revisar';
  return (
    <Button
      variant="outline"
      size="sm"
      aria-haspopup="dialog"
      aria-label={`${verb} ${whatOf(row)}, ${nameOf(row)}`}
      onClick={() => onReview(row)}
    >
      {verb}
    </Button>
  );
}
