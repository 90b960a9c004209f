import { useQuery } from '@tanstack/react-query';
import type { GoalShare } from '#domain/calls/goals.ts';
import { GOAL_FAMILIES } from '#domain/goals/counted-records.ts';
import { showCount } from '#web/features/reports/frame/figure-table.ts';
import { Figures, ReportCard } from '#web/features/reports/frame/report-card.tsx';
import { ReportRows } from '#web/features/reports/frame/report-rows.tsx';
import type { ReportColumn } from '#web/features/reports/frame/report-table.tsx';
import type { PlaceFilters } from '#web/features/reports/state/report-search.ts';
import { goalShares } from '#web/features/reports/state/reports-api.ts';
import { dataAsOf } from '#web/lib/data-as-of.ts';
import { useGoalsOn } from '#web/lib/settings.ts';
import { useWide } from '#web/ui/page/use-wide.ts';
import { intervalText, shareText } from './stunting-shares.ts';

const TITLE = 'Familias que cumplen cada meta';
const LEAD = 'De las familias cuyo plazo venció en los últimos 365 días.';

const familyOf = (para: string) => (para === 'embarazo' ? GOAL_FAMILIES.embarazo : GOAL_FAMILIES.nino);

const COLUMNS: ReportColumn<GoalShare>[] = [
  {
    heading: 'Meta',
    cell: ({ nombre, para, fuente }) => (
      <>
        <strong>{nombre}</strong>
        <small>{`${familyOf(para)} · Fuente: ${fuente}`}</small>
      </>
    ),
  },
  { heading: 'Familias', numeric: true, cell: ({ n }) => showCount(n) },
  { heading: 'Cumplen', numeric: true, cell: ({ cumplida }) => showCount(cumplida.casos) },
  {
    heading: 'Porcentaje',
    numeric: true,
    cell: ({ cumplida }) => (
      <>
        <strong>{shareText(cumplida)}</strong>
        <small>{intervalText(cumplida)}</small>
      </>
    ),
  },
];

function Shares({ places }: { places: PlaceFilters }) {
  const result = useQuery(goalShares(places));
  const wide = useWide();
  const lead = [LEAD, dataAsOf(result.data?.datosAl)].filter(Boolean).join(' ');
  return (
    <ReportCard title={TITLE} lead={lead} span={12}>
      <Figures title={TITLE} result={result} height={280}>
        {({ metas }) => (
          <ReportRows label={TITLE} columns={COLUMNS} rows={metas} keyOf={({ _id }) => _id} wide={wide} />
        )}
      </Figures>
    </ReportCard>
  );
}

/** The share of families that reached each goal; nothing where goals are switched off. */
export function GoalSharesCard({ places }: { places: PlaceFilters }) {
  return useGoalsOn() ? <Shares places={places} /> : null;
}
