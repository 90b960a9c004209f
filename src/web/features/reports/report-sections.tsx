import { IconLayoutDashboard, IconMap, IconRoute, IconRulerMeasure, IconVaccine } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Stunting } from '#domain/calls/growth-reports.ts';
import type { Dashboard } from '#domain/calls/reports.ts';
import { showNumber } from '#domain/fields/index.ts';
import { MALNOURISHED } from '#domain/growth/status.ts';
import { levelOfPlace, STUNTING_LEVELS } from '#domain/reports/prevalence.ts';
import { SectionWaiting } from '#web/records/booklet/section-waiting.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.tsx';
import { ControlsCard, RateCard } from './cards/dashboard-cards.tsx';
import { DisagreementCard } from './cards/disagreement-card.tsx';
import { FieldCard } from './cards/field-card.tsx';
import { FollowedCard } from './cards/followed-card.tsx';
import { FormTimesCard } from './cards/form-times-card.tsx';
import { GoalSharesCard } from './cards/goal-shares-card.tsx';
import { SexCard } from './cards/sex-card.tsx';
import { StaffCard } from './cards/staff-card.tsx';
import { StuntingByMonthCard, StuntingCard } from './cards/stunting-cards.tsx';
import { shareText } from './cards/stunting-shares.ts';
import { VaccinesCard } from './cards/vaccines-card.tsx';
import { WeightCard } from './cards/weight-card.tsx';
import type { SectionHead } from './frame/report-section.tsx';
import type { ReportState } from './state/report-state.ts';

/** The outlines of the provinces load with their section. */
const MapCards = lazyPart(() => import('./cards/map-cards.tsx'), <SectionWaiting />);

/** The figures that the page loads in any case, for the summaries of closed sections. */
interface LoadedFigures {
  totals: Dashboard | undefined;
  heights: Stunting | undefined;
}

interface Section extends Omit<SectionHead, 'summary'> {
  summaryOf: (loaded: LoadedFigures) => string;
  cards: (state: ReportState) => ReactNode;
}

/** The canton with the highest share among those with enough children measured. */
function highestCanton(heights: Stunting): string {
  for (const { canton, n, bajo } of heights.cantones) {
    const level = levelOfPlace(n, bajo.porcentaje);
    if (level !== null) return `${STUNTING_LEVELS[level]?.label}: ${canton}, ${showNumber(bajo.porcentaje ?? 0, 1)} %`;
  }
  return 'Provincias y cantones';
}

/** The sections of the page with their cards, in the order of the index. */
export const SECTIONS: readonly Section[] = [
  {
    name: 'resumen',
    label: 'Resumen',
    icon: IconLayoutDashboard,
    summaryOf: ({ totals }) => (totals ? `${MALNOURISHED}: ${showNumber(totals.tasa, 2)} %` : ''),
    cards: ({ places }) => (
      <>
        <RateCard places={places} />
        <SexCard places={places} />
        <ControlsCard places={places} />
      </>
    ),
  },
  {
    name: 'crecimiento',
    label: 'Crecimiento',
    icon: IconRulerMeasure,
    summaryOf: ({ heights }) => (heights ? `Talla baja: ${shareText(heights.general.bajo)}` : ''),
    cards: (state) => (
      <>
        <StuntingCard state={state} />
        <StuntingByMonthCard state={state} />
        <FollowedCard state={state} />
        <WeightCard state={state} />
        <DisagreementCard state={state} />
      </>
    ),
  },
  {
    name: 'cobertura',
    label: 'Cobertura',
    icon: IconVaccine,
    summaryOf: () => 'Vacunas de cada niña y niño',
    cards: (state) => (
      <>
        <VaccinesCard state={state} />
        <GoalSharesCard places={state.places} />
      </>
    ),
  },
  {
    name: 'campo',
    label: 'Campo',
    icon: IconRoute,
    summaryOf: () => 'Por responsable y cantón',
    cards: (state) => (
      <>
        <FieldCard state={state} />
        <StaffCard state={state} />
        <FormTimesCard state={state} />
      </>
    ),
  },
  {
    name: 'mapa',
    label: 'Mapa',
    icon: IconMap,
    summaryOf: ({ heights }) => (heights ? highestCanton(heights) : ''),
    cards: (state) => <MapCards state={state} />,
  },
];
