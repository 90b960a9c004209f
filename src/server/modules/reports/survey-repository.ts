import { isNotNull, type SQL, sql } from 'drizzle-orm';
import type { SurveyGroup } from '#domain/calls/survey.ts';
import { SURVEY_AGES } from '#domain/growth/survey-age.ts';
import { PLACES } from '#domain/reports/places.ts';
import { SURVEY_COUNTS, type SurveyCounts, type SurveyGrouping } from '#domain/reports/survey.ts';
import { provinceOf } from '#domain/territory.ts';
import type { Db } from '#server/db/connect.ts';
import { LEVELS } from '#server/db/figure-tables.ts';
import { figureOfGrowth, nino } from '#server/db/schema.ts';
import {
  createFigureStatements,
  currentFigures,
  figureColumn,
  type Places,
  sumOfFigure,
} from '#server/figures/current-figures.ts';
import { createCorrectedChildren } from './corrected-children.ts';
import { spanishCollator } from './places.ts';
import { sumBy } from './sum-by.ts';

export type SurveyGroupCounts = SurveyGroup & SurveyCounts;
type PlaceGrouping = (typeof PLACES)[number];

const NO_GROUP: SurveyGroup = { provincia: '', canton: '', establecimiento: '', sexo: '', edad: '' };
const zeroCounts = (): SurveyCounts => Object.fromEntries(SURVEY_COUNTS.map((name) => [name, 0])) as SurveyCounts;
const groupKey = ({ provincia, canton, establecimiento, sexo, edad }: SurveyGroup) =>
  JSON.stringify([provincia, canton, establecimiento, sexo, edad]);

/** Names that are not recorded come last. */
const byName = (a: string, b: string) => Number(a === '') - Number(b === '') || spanishCollator.compare(a, b);
const agePosition = (key: string) => SURVEY_AGES.findIndex((age) => age.key === key);
const inOrder = (a: SurveyGroup, b: SurveyGroup) =>
  byName(a.provincia, b.provincia) ||
  byName(a.canton, b.canton) ||
  byName(a.establecimiento, b.establecimiento) ||
  byName(a.sexo, b.sexo) ||
  agePosition(a.edad) - agePosition(b.edad);

const isPlace = (por: SurveyGrouping): por is PlaceGrouping => PLACES.some((name) => name === por);

const SUMS = Object.fromEntries(SURVEY_COUNTS.map((name) => [name, sumOfFigure(figureOfGrowth[name])])) as Record<
  keyof SurveyCounts,
  SQL<number>
>;
const COUNTED = SURVEY_COUNTS.map((name) => figureOfGrowth[name]);
const named = (name: string) => sql<string>`${figureColumn(name)}`;
const someChildren = sql`sum(${figureColumn('ninos')}) > 0`;

/** A canton determines a province that is not recorded, so provinces are summed from cantons. */
const levelFor = (por: PlaceGrouping) => (por === 'provincia' ? 'canton' : por);

export type SurveyRepository = ReturnType<typeof createSurveyRepository>;

/** Children under 24 months at their latest control, from maintained figures. */
export function createSurveyRepository(db: Db) {
  const statements = createFigureStatements();
  const corrected = createCorrectedChildren(db);

  const ofPlaces = (by: PlaceGrouping) => (query: Places, name: string) => {
    const names = PLACES.slice(0, LEVELS[by]).map(named);
    const [provincia = sql<string>`''`, canton = sql<string>`''`, establecimiento = sql<string>`''`] = names;
    return db
      .select({ provincia, canton, establecimiento, ...SUMS })
      .from(currentFigures(figureOfGrowth, COUNTED, { query, by }))
      .groupBy(...names)
      .having(someChildren)
      .prepare(name);
  };
  const ofChildren = (query: Places, name: string) => {
    const { sexo, grupo } = figureOfGrowth;
    return db
      .select({ sexo: named('sexo'), grupo: sql<number>`${figureColumn('grupo')}`, ...SUMS })
      .from(currentFigures(figureOfGrowth, [sexo, grupo, ...COUNTED], { query }))
      .groupBy(figureColumn('sexo'), figureColumn('grupo'))
      .having(someChildren)
      .prepare(name);
  };

  const countPlaces = async (por: PlaceGrouping, query: Places): Promise<SurveyGroupCounts[]> => {
    const level = levelFor(por);
    const rows = await statements(`indicadores_${level}`, query, ofPlaces(level)).execute();
    return rows.map((row) => ({
      ...NO_GROUP,
      ...row,
      provincia: row.provincia || provinceOf(row.canton),
      canton: por === 'provincia' ? '' : row.canton,
    }));
  };
  const countChildren = async (por: 'sexo' | 'edad', query: Places): Promise<SurveyGroupCounts[]> => {
    const rows = await statements('indicadores_personas', query, ofChildren).execute();
    return rows.map(({ sexo, grupo, ...counts }) => ({
      ...NO_GROUP,
      ...counts,
      ...(por === 'sexo' ? { sexo } : { edad: SURVEY_AGES[grupo]?.key ?? '' }),
    }));
  };

  return {
    /** Children of the report whose scores are those of the corrected age. */
    corrected: (query: Places) => corrected.count(query, isNotNull(nino.grupoEdad)),

    /** One group per place, sex or age group that has children, by name, and the sum of all. */
    async counts(por: SurveyGrouping, query: Places): Promise<{ groups: SurveyGroupCounts[]; all: SurveyCounts }> {
      const counted = await (isPlace(por) ? countPlaces(por, query) : countChildren(por, query));
      const [all = zeroCounts()] = sumBy<keyof SurveyCounts, SurveyCounts>(counted, () => '', SURVEY_COUNTS);
      return { groups: sumBy(counted, groupKey, SURVEY_COUNTS).sort(inOrder), all };
    },
  };
}
