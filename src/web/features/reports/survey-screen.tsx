import { Button, Stack } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { SURVEY_GROUPINGS } from '#domain/reports/survey.ts';
import { SURVEY_GROUPS } from '#domain/reports/survey-groups.ts';
import { useDownload } from '#web/records/lists/use-download.ts';
import { Note } from '#web/ui/feedback/note.tsx';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { Page, PageHeader } from '#web/ui/page/page.tsx';
import { SurveyCard } from './cards/survey-card.tsx';
import { Pills } from './frame/pills.tsx';
import { ReportFilters } from './frame/report-filters.tsx';
import { placesLine } from './state/places-line.ts';
import { saveSurvey } from './state/survey-api.ts';
import { type SurveyState, useSurveyState } from './state/survey-state.ts';

const DIFFERENCE =
  'La tabla del programa mira el peso a cada edad, por eso cuenta a otras niñas y niños que la desnutrición crónica de la encuesta nacional, que mira la talla para la edad.';

const GROUPINGS = SURVEY_GROUPINGS.map((value) => ({ value, label: SURVEY_GROUPS[value].label }));

function ExportButton({ state: { places, grouping } }: { state: SurveyState }) {
  const { busy, start } = useDownload((signal) => saveSurvey({ ...places, por: grouping }, signal));
  return (
    <Button
      variant="outline"
      data-only="screen"
      leftSection={<IconFileSpreadsheet size={20} aria-hidden />}
      loading={busy}
      onClick={() => void start()}
    >
      Exportar Excel
    </Button>
  );
}

/** /reportes/indicadores: the indicators as the national survey computes them. */
export function SurveyScreen() {
  const state = useSurveyState();
  const { places, grouping, setGrouping } = state;
  return (
    <Page>
      <PageHeader
        back={<BackLink to="/reportes">Reportes</BackLink>}
        title="Indicadores como la encuesta nacional"
        description={placesLine(places)}
        actions={<ExportButton state={state} />}
      />
      <ReportFilters state={state} />
      <Stack gap="sm">
        <Pills label="Ver por" options={GROUPINGS} chosen={grouping} onChoose={setGrouping} />
        <Note>{DIFFERENCE}</Note>
        <SurveyCard state={state} />
      </Stack>
    </Page>
  );
}
