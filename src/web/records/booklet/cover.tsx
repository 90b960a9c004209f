import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Curves } from '#web/ui/page/curves.tsx';
import { Card } from '#web/ui/shapes/card.tsx';
import { type Fact, Facts } from '#web/ui/shapes/facts.tsx';
import classes from './cover.module.css';

interface CoverProps {
  kicker?: string;
  name: string;
  line: string[];
  byline: string;
  links?: ReactNode;
  facts: Fact[];
  menu: ReactNode;
}

export function Cover({ kicker, name, line, byline, links, facts, menu }: CoverProps) {
  return (
    <Card as="section" look="cover" className={classes.cover ?? ''} aria-label="Portada de la libreta">
      <Curves className={classes.curves ?? ''} />
      <div>
        {kicker && (
          <Text size="xs" c="dimmed">
            {kicker}
          </Text>
        )}
        <h1>{name}</h1>
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
      <div className={classes.menu}>{menu}</div>
    </Card>
  );
}
