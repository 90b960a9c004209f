import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SurveyRow } from '#domain/calls/survey.ts';
import {
  SAYS_LITTLE,
  SURVEY_INDICATORS,
  SURVEY_KEYS,
  type SurveyShare,
  type SurveyShares,
  saysLittle,
} from '#domain/reports/survey.ts';
import { SURVEY_GROUPS } from '#domain/reports/survey-groups.ts';
import { showCount } from '#web/features/reports/frame/figure-table.ts';
import { ListCard } from '#web/features/reports/frame/list-card.tsx';
import type { ReportColumn } from '#web/features/reports/frame/report-table.tsx';
import { emptyTexts } from '#web/features/reports/state/empty-texts.ts';
import { correctedText } from '#web/features/reports/state/stunting-query.ts';
import { surveyPage } from '#web/features/reports/state/survey-api.ts';
import type { SurveyState } from '#web/features/reports/state/survey-state.ts';
import { intervalText, shareText } from './stunting-shares.ts';

const TITLE = 'Indicadores de crecimiento';
const LEAD =
  'Niñas y niños que tenían menos de 24 meses cumplidos en su último control, cada uno una vez, con los puntajes z de la OMS de ese control. Cuentan solo los puntajes verosímiles. Clases de gravedad de la OMS y UNICEF (2019).';

function Share({ share, severe }: { share: SurveyShare; severe: string }) {
  const { n, total, severa, clase } = share;
  if (n === 0) return 'Sin datos';
  return (
    <>
      <strong>{shareText(total)}</strong>
      {clase && ` · ${clase}`}
      <small>
        {showCount(total.casos)} de {showCount(n)}
      </small>
      <small>{intervalText(total)}</small>
      <small>
        {severe}: {shareText(severa)}
      </small>
      <small>{intervalText(severa)}</small>
      {saysLittle(n) && <small>{SAYS_LITTLE}</small>}
    </>
  );
}

function Programme({ shares: { ninos, programa } }: { shares: SurveyShares }) {
  return (
    <>
      <strong>{shareText(programa)}</strong>
      <small>
        {showCount(programa.casos)} de {showCount(ninos)}
      </small>
      <small>{intervalText(programa)}</small>
      {saysLittle(ninos) && <small>{SAYS_LITTLE}</small>}
    </>
  );
}

/** The cells of a row, or of the totals. */
const CELLS: readonly { heading: string; cell: (shares: SurveyShares) => ReactNode }[] = [
  ...SURVEY_KEYS.map((key) => {
    const { label, rule, severe } = SURVEY_INDICATORS[key];
    return {
      heading: `${label} (${rule})`,
      cell: (shares: SurveyShares) => <Share share={shares[key]} severe={severe} />,
    };
  }),
  {
    heading: 'Desnutrición según tabla del programa',
    cell: (shares) => <Programme shares={shares} />,
  },
];

/** The WHO's indicators by place, sex or age group, beside what the programme's table counts. */
export function SurveyCard({ state }: { state: SurveyState }) {
  const { places, grouping, list } = state;
  const result = useQuery(surveyPage({ ...places, por: grouping, ...list.request }));
  // While another grouping loads, the rows are still those of the last one.
  const { label, nameOf, withinOf } = SURVEY_GROUPS[result.data?.por ?? grouping];
  const columns: ReportColumn<SurveyRow>[] = [
    {
      heading: label,
      cell: (row) => (
        // Room for the longest word of a name.
        <Box miw="8rem">
          <strong>{nameOf(row)}</strong>
          {withinOf && <small>{withinOf(row)}</small>}
        </Box>
      ),
    },
    ...CELLS,
  ];
  return (
    <ListCard
      title={TITLE}
      lead={`${LEAD}${correctedText(result.data, '')}`}
      span={12}
      level={2}
      phone="cards"
      list={list}
      result={result}
      texts={emptyTexts(places, 'niñas ni niños medidos antes de los 24 meses', 'Aparecen aquí con el primer control.')}
      columns={columns}
      keyOf={({ provincia, canton, establecimiento, sexo, edad }) =>
        JSON.stringify([provincia, canton, establecimiento, sexo, edad])
      }
      {...(result.data && {
        total: ['Total', ...CELLS.map(({ heading, cell }) => <div key={heading}>{cell(result.data.general)}</div>)],
      })}
    />
  );
}
