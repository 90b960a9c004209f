import type { SURVEY_GROUPINGS } from '#domain/reports/survey.ts';
import {
  oneOfWords,
  pageNumber,
  place,
  type SearchRead,
  searchReader,
  text,
  withoutForeignCanton,
} from '#web/lib/search-fields.ts';

/** Written again here, because the code of addresses loads first of all; it does not compile if a grouping is missing. */
const GROUPING_WORDS = [
  'provincia',
  'canton',
  'establecimiento',
  'sexo',
  'edad',
] as const satisfies typeof SURVEY_GROUPINGS;

/** The search parameters of /reportes/indicadores. */
export const surveySearch = searchReader(
  { ...place, establecimiento: text, por: oneOfWords(GROUPING_WORDS), pagina: pageNumber },
  withoutForeignCanton,
);
export type SurveySearch = SearchRead<typeof surveySearch>;
