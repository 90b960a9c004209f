import { useQuery } from '@tanstack/react-query';
import { showNumber } from '#domain/fields/index.ts';
import { MALNOURISHED } from '#domain/growth/status.ts';
import { childrenText } from '#web/features/reports/frame/count-texts.ts';
import { DrillLink, toChildren } from '#web/features/reports/frame/drill-down.tsx';
import { showCount } from '#web/features/reports/frame/figure-table.ts';
import { KeyFigure, KeyFigureBand } from '#web/features/reports/frame/key-figure.tsx';
import type { PlaceFilters } from '#web/features/reports/state/report-search.ts';
import { dashboard, stunting } from '#web/features/reports/state/reports-api.ts';
import { shareText } from './stunting-shares.ts';

const shareOf = (count: number, total: number) => `${showCount(count)} de ${showCount(total)}`;

/** The three figures that the page begins with. */
export function KeyFigures({ places }: { places: PlaceFilters }) {
  const children = useQuery(dashboard(places));
  const measured = useQuery(stunting(places));
  return (
    <KeyFigureBand>
      <KeyFigure title="Total de niños ingresados" result={children} figure={({ total }) => showCount(total)}>
        {({ total }) => (
          <DrillLink
            drill={toChildren(places)}
            label={`Ver el listado de ${childrenText(total)}`}
            color="inherit"
            only="screen"
          >
            Ver el listado
          </DrillLink>
        )}
      </KeyFigure>
      <KeyFigure title="Tasa de Desnutrición" result={children} figure={({ tasa }) => `${showNumber(tasa, 2)} %`}>
        {({ desnutricion, total }) => (
          <DrillLink
            drill={toChildren(places, { estado: MALNOURISHED })}
            label={`${shareOf(desnutricion, total)} con ${MALNOURISHED}`}
            color="inherit"
          >
            {shareOf(desnutricion, total)}
          </DrillLink>
        )}
      </KeyFigure>
      <KeyFigure title="Talla baja (OMS)" result={measured} figure={({ general }) => shareText(general.bajo)}>
        {({ general: { n, bajo } }) => (
          <DrillLink
            drill={toChildren(places, { situacion: 'tallabaja' })}
            label={`${shareOf(bajo.casos, n)} con talla baja`}
            color="inherit"
          >
            {shareOf(bajo.casos, n)}
          </DrillLink>
        )}
      </KeyFigure>
    </KeyFigureBand>
  );
}
