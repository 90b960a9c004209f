import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload, IconTable } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useId, useRef, useState } from 'react';
import { showInstantMinute } from '#domain/calendar.ts';
import { placesLine } from '#web/features/reports/state/places-line.ts';
import type { PlaceFilters } from '#web/features/reports/state/report-search.ts';
import type { PictureNote } from '#web/ui/charts/chart-picture.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import classes from './chart-card.module.css';
import { ChartFigures } from './chart-figures.tsx';
import type { FigureTable } from './figure-table.ts';
import { Figures, ReportCard } from './report-card.tsx';
import { saveCsv, savePng } from './save-chart.ts';

interface ChartCardProps<T> extends Pick<ComponentProps<typeof ReportCard>, 'title' | 'lead' | 'span' | 'paper'> {
  /** The name of saved files, without extension. */
  file: string;
  places: PlaceFilters;
  result: UseQueryResult<T>;
  height: number;
  /** The text shown if there is nothing to draw. */
  empty?: (data: T) => string | undefined;
  table: (data: T) => FigureTable;
  /** The legend of the saved picture. */
  legend?: (data: T) => readonly PictureNote[];
  children: (data: T) => ReactNode;
}

/** A chart with the table of its figures; can be saved as a picture or as CSV. */
export function ChartCard<T>(props: ChartCardProps<T>) {
  const { title, lead, span, paper, file, places, result, height, empty, table, legend, children } = props;
  const [tableShown, setTableShown] = useState(false);
  const drawing = useRef<HTMLDivElement>(null);
  const tableId = useId();

  const save = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      console.error('No se pudo guardar la gráfica', error);
      notify.error({ title: 'No se pudo guardar la gráfica.', message: 'Inténtalo de nuevo.' });
    }
  };
  const picture = async (data: T) => {
    const svg = drawing.current?.querySelector('svg');
    if (!svg) return;
    const asOf = { text: `${placesLine(places)} · Datos al ${showInstantMinute(result.dataUpdatedAt)}` };
    await savePng(file, { title, lead, svg, notes: [...(legend?.(data) ?? []), asOf] });
  };
  return (
    <ReportCard title={title} span={span} {...(lead && { lead })} {...(paper && { paper })}>
      <Figures title={title} result={result} height={height}>
        {(data) => {
          const nothing = empty?.(data);
          if (nothing)
            return (
              <Text c="dimmed" ta="center" m="auto" py="lg">
                {nothing}
              </Text>
            );
          const figures = table(data);
          return (
            <>
              <Stack ref={drawing} className={classes.drawing ?? ''} flex={1} gap={0} justify="center">
                {children(data)}
              </Stack>
              <Group gap={0} mt="xs" mx="-xs" mb="-xs" data-only="screen">
                <Button
                  variant="subtle"
                  size="sm"
                  px="2xs"
                  leftSection={<IconTable size={18} aria-hidden />}
                  aria-expanded={tableShown}
                  aria-controls={tableId}
                  onClick={() => setTableShown(!tableShown)}
                >
                  {tableShown ? 'Ocultar tabla' : 'Ver como tabla'}
                </Button>
                <Button
                  variant="subtle"
                  size="sm"
                  px="2xs"
                  leftSection={<IconDownload size={16} aria-hidden />}
                  aria-label={`Guardar PNG: ${title}`}
                  onClick={() => void save(() => picture(data))}
                >
                  PNG
                </Button>
                <Button
                  variant="subtle"
                  size="sm"
                  px="2xs"
                  leftSection={<IconDownload size={16} aria-hidden />}
                  aria-label={`Guardar CSV: ${title}`}
                  onClick={() => void save(() => saveCsv(file, figures))}
                >
                  CSV
                </Button>
              </Group>
              <div id={tableId} hidden={!tableShown}>
                {tableShown && <ChartFigures title={title} figures={figures} />}
              </div>
            </>
          );
        }}
      </Figures>
    </ReportCard>
  );
}
