import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import classes from './card-list.module.css';

export function CardList({ children }: { children: ReactNode }) {
  return <ul className={classes.list}>{children}</ul>;
}

interface ListedCardProps {
  /** A link in the title covers the whole card. */
  title: ReactNode;
  /** Whether the title is a link; the card then shows an arrow. */
  leads?: boolean;
  children?: ReactNode;
}

/** A card of the list; other controls on it need `data-above` to lie above the title's link. */
export function ListedCard({ title, leads = false, children }: ListedCardProps) {
  return (
    <Card as="li" className={classes.card ?? ''}>
      <h2>{title}</h2>
      {children}
      {leads && <IconChevronRight size={20} className={classes.chevron} aria-hidden />}
    </Card>
  );
}
