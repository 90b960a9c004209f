import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton, Text, Title, VisuallyHidden } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type CSSProperties, type ReactNode, useId } from 'react';
import { hasFailed } from '#web/lib/load-failure.ts';
import { Retry } from '#web/ui/feedback/retry.tsx';
import { Card } from '#web/ui/shapes/card.tsx';
import classes from './report-card.module.css';

interface ReportCardProps {
  title: string;
  lead?: string;
  /** Columns of the page's grid of twelve, on a wide screen. */
  span: 4 | 6 | 8 | 12;
  /** `sheet`: without padding. */
  look?: 'plain' | 'sheet';
  /** The level of its heading: 2 on a page without sections. */
  level?: 2 | 3;
  /** The width on paper; half cards come in pairs. */
  paper?: 'half' | 'whole';
  children: ReactNode;
}

/** A part of the reports page that loads and retries independently. */
export function ReportCard({
  title,
  lead,
  span,
  look = 'plain',
  level = 3,
  paper = 'whole',
  children,
}: ReportCardProps) {
  const id = useId();
  return (
    <Card
      as="section"
      look={look}
      className={classes.card ?? ''}
      style={{ '--span': span } as CSSProperties}
      data-paper={paper}
      aria-labelledby={id}
    >
      <header>
        <Title order={level} size="h3" id={id}>
          {title}
        </Title>
        {lead && (
          <Text size="sm" c="dimmed">
            {lead}
          </Text>
        )}
      </header>
      {children}
    </Card>
  );
}

export function BigFigure({ children }: { children: ReactNode }) {
  return (
    <Text fz="var(--fs-total)" fw="var(--mantine-font-weight-bold)" lh={1.3}>
      {children}
    </Text>
  );
}

interface FiguresProps<T> {
  title: string;
  result: UseQueryResult<T>;
  /** The height of the content, in pixels, reserved while loading. */
  height: number;
  children: (data: T) => ReactNode;
}

/** The figures of a card; a placeholder while they load, a retry button after a failure. */
export function Figures<T>({ title, result, height, children }: FiguresProps<T>) {
  const { data, isPlaceholderData } = result;
  const failed = hasFailed(result);
  if (failed && (data === undefined || isPlaceholderData)) return <Retry query={result} of={title} height={height} />;
  if (data === undefined)
    return (
      <div role="status">
        <VisuallyHidden>Cargando…</VisuallyHidden>
        <Skeleton height={height} radius="md" aria-hidden />
      </div>
    );
  return (
    <div className={classes.figures} aria-busy={isPlaceholderData}>
      {failed && <Retry query={result} of={title} />}
      {children(data)}
    </div>
  );
}
