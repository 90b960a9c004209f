import '@mantine/core/styles/ActionIcon.layer.css';
import { ActionIcon, Button, Text } from '@mantine/core';
import { IconMapPin, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { showInstantMinute } from '#domain/calendar.ts';
import { hasFailed } from '#web/lib/load-failure.ts';
import { focusField } from '#web/ui/form/focus-field.ts';
import { Page, PageHeader } from '#web/ui/page/page.tsx';
import { useWide } from '#web/ui/page/use-wide.ts';
import { SIDE_TABS } from '#web/ui/shapes/side-tabs.tsx';
import { KeyFigures } from './cards/key-figures.tsx';
import { ReportFilters } from './frame/report-filters.tsx';
import { ReportIndex } from './frame/report-index.tsx';
import { ReportSection } from './frame/report-section.tsx';
import { usePickedSection } from './frame/use-picked-section.ts';
import { SECTIONS } from './report-sections.tsx';
import { placesLine } from './state/places-line.ts';
import { type ReportState, useReportState } from './state/report-state.ts';
import { dashboard, stunting } from './state/reports-api.ts';

const PRINT = 'Imprimir';

/** The sections: all of them foldable on a narrow screen, the open ones beside the index on a wide one. */
function ReportSections({ state }: { state: ReportState }) {
  const { places, open, toggle } = state;
  const wide = useWide();
  const pick = usePickedSection(open, wide);
  const { data: totals } = useQuery(dashboard(places));
  const { data: heights } = useQuery(stunting(places));
  const sections = SECTIONS.map(({ summaryOf, ...section }) => ({
    ...section,
    summary: summaryOf({ totals, heights }),
  }));
  const shown = wide ? sections.filter(({ name }) => open.includes(name)) : sections;
  return (
    <div className={SIDE_TABS.root} style={{ gap: 'var(--mantine-spacing-md)' }}>
      <div style={{ gridColumn: 2, marginBottom: wide ? 0 : 'var(--mantine-spacing-sm)' }}>
        <KeyFigures places={places} />
      </div>
      <ReportIndex sections={sections} open={open} wide={wide} onPick={pick} />
      <div style={{ gridColumn: 2 }}>
        {shown.map((section) => (
          <ReportSection
            key={section.name}
            section={section}
            open={open.includes(section.name)}
            wide={wide}
            onToggle={() => {
              if (!open.includes(section.name)) pick(section.name);
              toggle(section.name);
            }}
          >
            {() => section.cards(state)}
          </ReportSection>
        ))}
        {shown.length === 0 && <Text c="dimmed">Elige una sección del índice.</Text>}
      </div>
    </div>
  );
}

/** /reportes: three main figures and sections of independent cards, with common filters from the address. */
export function ReportsScreen() {
  const state = useReportState();
  const { places } = state;
  const wide = useWide();
  const [filtersShown, setFiltersShown] = useState(false);
  // The list of provinces opens with the filters.
  useEffect(() => {
    if (filtersShown) focusField('provincia', true);
  }, [filtersShown]);
  const figures = useQuery(dashboard(places));
  // After a failure the line stays empty, so that the content does not move.
  const loading = hasFailed(figures) ? '\u00a0' : 'Cargando…';
  const asOf = figures.dataUpdatedAt ? `Datos al ${showInstantMinute(figures.dataUpdatedAt)}` : loading;
  return (
    <Page>
      <PageHeader
        title="Dashboard - Análisis de Desnutrición Crónica Infantil"
        description={
          <>
            <span data-only="paper">Libreta Integral de Salud · </span>
            {placesLine(places)} · {asOf}
          </>
        }
        compact={!wide}
        actions={
          wide ? (
            <Button
              variant="outline"
              data-only="screen"
              leftSection={<IconPrinter size={20} aria-hidden />}
              onClick={() => window.print()}
            >
              {PRINT}
            </Button>
          ) : (
            <>
              <ActionIcon
                aria-label="Provincia, cantón y establecimiento"
                aria-expanded={filtersShown}
                data-only="screen"
                onClick={() => setFiltersShown(!filtersShown)}
              >
                <IconMapPin size={24} aria-hidden />
              </ActionIcon>
              <ActionIcon aria-label={PRINT} data-only="screen" onClick={() => window.print()}>
                <IconPrinter size={24} aria-hidden />
              </ActionIcon>
            </>
          )
        }
      />
      {(wide || filtersShown) && <ReportFilters state={state} />}
      <ReportSections state={state} />
    </Page>
  );
}
