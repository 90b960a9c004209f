import { useQuery } from '@tanstack/react-query';
import type { CantonShares, Stunting } from '#domain/calls/growth-reports.ts';
import { LinkIfAny } from '#web/features/reports/frame/count-link.tsx';
import { DrillLink, isAmbiguous, toCanton } from '#web/features/reports/frame/drill-down.tsx';
import { showCount } from '#web/features/reports/frame/figure-table.ts';
import { ListCard } from '#web/features/reports/frame/list-card.tsx';
import type { ReportColumn } from '#web/features/reports/frame/report-table.tsx';
import { emptyTexts } from '#web/features/reports/state/empty-texts.ts';
import type { PlaceFilters } from '#web/features/reports/state/report-search.ts';
import { pageOfRows, type ReportState } from '#web/features/reports/state/report-state.ts';
import { correctedText, useStuntingQuery } from '#web/features/reports/state/stunting-query.ts';
import { intervalText, shareText } from './stunting-shares.ts';

const TITLE = 'Talla baja para la edad por cantón';
const cantonName = ({ canton, provincia }: CantonShares) =>
  isAmbiguous(canton) && provincia ? `${canton} (${provincia})` : canton;

/** The server sends the highest share first. */
type RankedCanton = CantonShares & { rank: number };

const columnsOf = (places: PlaceFilters): ReportColumn<RankedCanton>[] => [
  {
    heading: 'Cantón',
    cell: (row) => (
      <>
        {row.rank}. <DrillLink drill={toCanton(places, row, 'tallabaja')}>{cantonName(row)}</DrillLink>
      </>
    ),
  },
  {
    heading: 'Talla baja',
    numeric: true,
    cell: ({ bajo }) => (
      <>
        <strong>{shareText(bajo)}</strong>
        <small>{intervalText(bajo)}</small>
      </>
    ),
  },
  {
    heading: 'Severa',
    numeric: true,
    cell: (row) => (
      <LinkIfAny
        count={row.severa.casos}
        drill={toCanton(places, row, 'tallasevera')}
        label={`${shareText(row.severa)}: ver talla baja severa de ${cantonName(row)}`}
      >
        {shareText(row.severa)}
      </LinkIfAny>
    ),
  },
  {
    heading: 'Medidos',
    numeric: true,
    cell: (row) => (
      <LinkIfAny
        count={row.n}
        drill={toCanton(places, row, 'medidos')}
        label={`${showCount(row.n)}: ver los medidos de ${cantonName(row)}`}
      >
        {showCount(row.n)}
      </LinkIfAny>
    ),
  },
];

/** The cantons, the highest share first. */
export function CantonRankingCard({ state }: { state: ReportState }) {
  const { places, age } = state;
  const list = state.list('talla');
  const result = useQuery({
    ...useStuntingQuery(places),
    select: (data: Stunting) => ({
      lead: correctedText(data, age).trim(),
      ...pageOfRows(
        data.cantones.map((row, index) => ({ ...row, rank: index + 1 })),
        list.request,
      ),
    }),
  });
  return (
    <ListCard
      title={TITLE}
      {...(result.data?.lead && { lead: result.data.lead })}
      span={6}
      phone="cards"
      list={list}
      result={result}
      texts={emptyTexts(
        places,
        'controles con cantón',
        'Hacen falta la talla, el sexo, la fecha de nacimiento y el cantón.',
      )}
      columns={columnsOf(places)}
      keyOf={({ canton, provincia }) => `${canton}\n${provincia}`}
    />
  );
}
