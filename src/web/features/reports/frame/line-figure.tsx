import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { LineChart, type LinePoint } from '#web/ui/charts/line-chart.tsx';
import { type DrillDown, DrillLink } from './drill-down.tsx';
import classes from './line-figure.module.css';

type LineFigureProps = Omit<ComponentProps<typeof LineChart>, 'selected' | 'onSelect'> & {
  drillOf: (point: LinePoint) => DrillDown;
  /** "Ver niños con control" */
  drillLabel: string;
};

/** A line chart with the chosen point in words under it, and the way to the children behind it. */
export function LineFigure({ drillOf, drillLabel, ...chart }: LineFigureProps) {
  const { points, reading, title } = chart;
  const [chosen, setChosen] = useState<string>();
  const found = points.findIndex(({ key }) => key === chosen);
  const selected = found >= 0 ? found : points.length - 1;
  const select = (index: number) => setChosen(points[index]?.key);
  const point = points[selected];
  return (
    <>
      <LineChart {...chart} selected={selected} onSelect={select} />
      {point && (
        <div className={classes.reading}>
          <ActionIcon
            aria-label={`Punto anterior de ${title}`}
            disabled={selected === 0}
            onClick={() => select(selected - 1)}
          >
            <IconChevronLeft size={20} aria-hidden />
          </ActionIcon>
          <p>
            <span aria-live="polite">{reading(point)}</span>
            <DrillLink drill={drillOf(point)} label={`${drillLabel}: ${reading(point)}`}>
              {drillLabel}
            </DrillLink>
          </p>
          <ActionIcon
            aria-label={`Punto siguiente de ${title}`}
            disabled={selected === points.length - 1}
            onClick={() => select(selected + 1)}
          >
            <IconChevronRight size={20} aria-hidden />
          </ActionIcon>
        </div>
      )}
    </>
  );
}
