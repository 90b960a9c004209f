import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Curves } from '#web/ui/page/curves.tsx';
import { Card } from '#web/ui/shapes/card.tsx';
import { type Fact, Facts } from '#web/ui/shapes/facts.tsx';
import classes from './cover.module.css';

interface CoverProps {
  kicker?: string;
  name: string;
  /** Whether the name is the title of the screen. */
  titled?: boolean;
  line: string[];
  byline: string;
  links?: ReactNode;
  facts: Fact[];
  menu: ReactNode;
}

export function Cover({ kicker, name, titled = true, line, byline, links, facts, menu }: CoverProps) {
  return (
    <Card as="section" look="cover" className={classes.cover ?? ''} aria-label="Portada de la libreta">
      <Curves className={classes.curves ?? ''} />
      <div>
        {kicker && (
          <Text size="xs" c="dimmed">
            {kicker}
          </Text>
        )}
        {titled ? <h1>{name}</h1> : <h2>{name}</h2>}
        <p className={classes.line}>
          {line.map((part) => (
            <span key={part}>{part}</span>
          ))}
        </p>
        <Text size="xs" c="dimmed">
          {byline}
        </Text>
        {links}
      </div>
      <Facts layout="line" facts={facts} />
      <div className={classes.menu} data-only="screen">
        {menu}
      </div>
    </Card>
  );
}
