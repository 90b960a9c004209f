import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { today } from '#domain/calendar.ts';
import { exportSurvey, getSurvey } from '#domain/calls/survey.ts';
import { type SurveyGrouping, surveyShares } from '#domain/reports/survey.ts';
import { serve } from '#server/calls/serve.ts';
import { xlsxStream } from '#server/modules/exports/xlsx-stream.ts';
import type { SurveyGroupCounts, SurveyRepository } from './survey-repository.ts';
import { surveySheet } from './survey-sheet.ts';

const BY_DEFAULT: SurveyGrouping = 'provincia';

const rowOf = ({ provincia, canton, establecimiento, sexo, edad, ...counts }: SurveyGroupCounts) => ({
  ...{ provincia, canton, establecimiento, sexo, edad },
  ...surveyShares(counts),
});

async function* onlyBatch<Row>(rows: Row[]) {
  yield rows;
}

export function registerSurveyRoutes(app: FastifyInstance, repository: SurveyRepository): void {
  serve(app, getSurvey, async ({ query }) => {
    const { limit = Number.POSITIVE_INFINITY, offset = 0, por = BY_DEFAULT, ...places } = query;
    const { groups, all } = await repository.counts(por, places);
    const filas = groups.slice(offset, offset + limit).map(rowOf);
    const corregidos = await repository.corrected(places);
    return { total: groups.length, answer: { por, corregidos, filas, general: surveyShares(all) } };
  });

  serve(app, exportSurvey, async ({ query }) => {
    const { por = BY_DEFAULT, ...places } = query;
    const { groups, all } = await repository.counts(por, places);
    const { columns, cells } = surveySheet(por, groups.map(rowOf), surveyShares(all));
    const content = xlsxStream({ name: 'Indicadores', columns, batches: onlyBatch(cells) });
    return {
      headers: {
        'X-Total-Count': groups.length,
        'Content-Disposition': `attachment; filename="indicadores-${today()}.xlsx"`,
      },
      content: Readable.from(content, { objectMode: false }),
    };
  });
}
