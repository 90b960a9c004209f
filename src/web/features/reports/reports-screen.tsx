import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { showInstantMinute } from '#domain/calendar.ts';
import { hasFailed } from '#web/lib/load-failure.ts';
import { Page, PageHeader } from '#web/ui/page/page.tsx';
import { ControlsCard, RateCard, TotalCard } from './cards/dashboard-cards.tsx';
import { DisagreementCard } from './cards/disagreement-card.tsx';
import { FieldCard } from './cards/field-card.tsx';
import { FollowedCard } from './cards/followed-card.tsx';
import { ProvinceMapCard } from './cards/province-map.tsx';
import { SexCard } from './cards/sex-card.tsx';
import { StaffCard } from './cards/staff-card.tsx';
import { StuntingByCantonCard, StuntingByMonthCard, StuntingCard } from './cards/stunting-cards.tsx';
import { VaccinesCard } from './cards/vaccines-card.tsx';
import { WeightCard } from './cards/weight-card.tsx';
import { ReportFilters } from './frame/report-filters.tsx';
import classes from './reports-screen.module.css';
import { placesLine } from './state/places-line.ts';
import { useReportState } from './state/report-state.ts';
import { dashboard } from './state/reports-api.ts';

/** /reportes: independent cards with common filters from the address. */
export function ReportsScreen() {
  const state = useReportState();
  const { places } = state;
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
            <span data-only="paper">
              Libreta Integral de Salud · {placesLine(places)}
              {figures.dataUpdatedAt > 0 && ' · '}
            </span>
            {asOf}
          </>
        }
        actions={
          <Button
            variant="outline"
            data-only="screen"
            leftSection={<IconPrinter size={20} aria-hidden />}
            onClick={() => window.print()}
          >
            Imprimir
          </Button>
        }
      />
      <ReportFilters state={state} />
      <div className={classes.grid}>
        <TotalCard places={places} />
        <RateCard places={places} />
        <ControlsCard places={places} />
        <SexCard places={places} />
        <WeightCard state={state} />
        <FollowedCard state={state} />
        <VaccinesCard state={state} />
        <StaffCard state={state} />
        <FieldCard state={state} />
        <StuntingCard places={places} />
        <StuntingByMonthCard places={places} />
        <ProvinceMapCard places={places} />
        <StuntingByCantonCard state={state} />
        <DisagreementCard state={state} />
      </div>
    </Page>
  );
}
