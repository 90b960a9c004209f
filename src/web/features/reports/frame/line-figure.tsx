import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/Flex.layer.css';
import { ActionIcon, Flex, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { LineChart, type LinePoint } from '#web/ui/charts/line-chart.tsx';
import { type DrillDown, DrillLink } from './drill-down.tsx';

type LineFigureProps = Omit<ComponentProps<typeof LineChart>, 'selected' | 'onSelect'> & {
  drillOf: (point: LinePoint) => DrillDown;
  /** "Ver niños con control" */
  drillLabel: string;
};

/** A line chart with the selected point in words below it and a link to its children. */
export function LineFigure({ drillOf, drillLabel, ...chart }: LineFigureProps) {
  const { points, reading, title } = chart;
  const [chosen, setChosen] = useState<string>();
  const chosenIndex = points.findIndex(({ key }) => key === chosen);
  const selected = chosenIndex >= 0 ? chosenIndex : points.length - 1;
  const select = (index: number) => setChosen(points[index]?.key);
  const point = points[selected];
  return (
    <>
      <LineChart {...chart} selected={selected} onSelect={select} />
      {point && (
        <Group
          gap="2xs"
          wrap="nowrap"
          mt="2xs"
          px="2xs"
          bdrs="md"
          bg="var(--mantine-color-laguna-0)"
          data-only="screen"
        >
          <ActionIcon
            aria-label={`Punto anterior de ${title}`}
            disabled={selected === 0}
            onClick={() => select(selected - 1)}
          >
            <IconChevronLeft size={20} aria-hidden />
          </ActionIcon>
          <Flex
            flex={1}
            wrap="wrap"
            align="center"
            justify="center"
            columnGap="xs"
            py="2xs"
            fz="sm"
            lh={1.35}
            ta="center"
          >
            <strong aria-live="polite">{reading(point)}</strong>
            <DrillLink drill={drillOf(point)} label={`${drillLabel}: ${reading(point)}`}>
              {drillLabel}
            </DrillLink>
          </Flex>
          <ActionIcon
            aria-label={`Punto siguiente de ${title}`}
            disabled={selected === points.length - 1}
            onClick={() => select(selected + 1)}
          >
            <IconChevronRight size={20} aria-hidden />
          </ActionIcon>
        </Group>
      )}
    </>
  );
}
