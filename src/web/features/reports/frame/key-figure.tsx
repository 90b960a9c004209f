import '@mantine/core/styles/Flex.layer.css';
import { Flex, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Curves } from '#web/ui/page/curves.tsx';
import { Card } from '#web/ui/shapes/card.tsx';
import classes from './report-card.module.css';
import { Figures } from './report-card.tsx';

/** The dark band with the main figures of the page. */
export function KeyFigureBand({ children }: { children: ReactNode }) {
  return (
    <Card
      look="cover"
      className={classes.card ?? ''}
      // Also on paper, where the other cards are blocks.
      style={{
        display: 'flex',
        flexFlow: 'row wrap',
        padding: 'var(--mantine-spacing-sm) 0 var(--mantine-spacing-2xs)',
      }}
      data-paper="whole"
    >
      <Curves className={classes.curves ?? ''} />
      {children}
    </Card>
  );
}

interface KeyFigureProps<T> {
  title: string;
  result: UseQueryResult<T>;
  figure: (data: T) => string;
  /** A link to the people behind the figure. */
  children: (data: T) => ReactNode;
}

/** One figure of the band; it takes a line of its own where a retry button needs the room. */
export function KeyFigure<T>({ title, result, figure, children }: KeyFigureProps<T>) {
  const id = useId();
  return (
    <Flex
      component="section"
      direction="column"
      pos="relative"
      flex="1 1 6rem"
      miw="min-content"
      px="min(2.5%, var(--mantine-spacing-lg))"
      fz="xs"
      style={{ boxShadow: '-1px 0 0 var(--on-dark-line)' }}
      aria-labelledby={id}
    >
      <Title order={2} fz="xs" lh={1.25} mih="2.5em" id={id}>
        {title}
      </Title>
      <Figures title={title} result={result} height={72}>
        {(data) => (
          <>
            <Text fz="var(--fs-figure)" fw="var(--mantine-font-weight-bold)" lh={1.3} style={{ whiteSpace: 'nowrap' }}>
              {figure(data)}
            </Text>
            {children(data)}
          </>
        )}
      </Figures>
    </Flex>
  );
}
