import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import classes from './card-list.module.css';

/** A list on a phone: one card each, two in a row on a tablet. */
export function CardList({ children }: { children: ReactNode }) {
  return <ul className={classes.list}>{children}</ul>;
}

interface ListedCardProps {
  /** What the card is about; a link in it makes the whole card its target. */
  title: ReactNode;
  /** Whether its title is a link: then it points onwards. */
  leads?: boolean;
  children?: ReactNode;
}

/** One of the list; what can be pressed besides its link stands above the link's target (`data-above`). */
export function ListedCard({ title, leads = false, children }: ListedCardProps) {
  return (
    <Card as="li" className={classes.card ?? ''}>
      <h2>{title}</h2>
      {children}
      {leads && <IconChevronRight size={20} className={classes.chevron} aria-hidden />}
    </Card>
  );
}
