import { Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './compact-cover.module.css';

interface CompactCoverProps {
  /** The way back, 44 px wide. */
  lead: ReactNode;
  kicker?: string;
  name: string;
  /** "6 m 5 d", and in full. */
  age?: { short: string; full: string } | undefined;
  /** Shown without an age: "Cédula 3030001402". */
  document?: string | undefined;
  badges: ReactNode;
  menu?: ReactNode;
  opened: boolean;
  onToggle: () => void;
}

/** The cover of the booklet on a phone: at most 96 px, at the top while the page scrolls. Its name opens the whole cover. */
export function CompactCover({ lead, kicker, name, age, document, badges, menu, opened, onToggle }: CompactCoverProps) {
  return (
    <div className={classes.cover}>
      {lead}
      <h1>
        {kicker && (
          <Text size="xs" c="dimmed">
            {kicker}
          </Text>
        )}
        <UnstyledButton className={classes.name ?? ''} aria-expanded={opened} onClick={onToggle}>
          {name}
        </UnstyledButton>
      </h1>
      <div className={classes.menu} data-only="screen">
        {menu}
      </div>
      <div className={classes.standing}>
        <Text span size="sm">
          {age ? (
            <>
              <span aria-hidden>{age.short}</span>
              <VisuallyHidden>{age.full}</VisuallyHidden>
            </>
          ) : (
            document
          )}
        </Text>
        {badges}
        <IconChevronDown size={20} aria-hidden data-opened={opened || undefined} />
      </div>
    </div>
  );
}
