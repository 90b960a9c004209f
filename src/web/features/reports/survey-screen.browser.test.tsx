import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { EXPORT_FORMATS } from '#domain/calls/exports.ts';
import { getSurvey, type SurveyRow } from '#domain/calls/survey.ts';
import { AppError } from '#domain/errors.ts';
import { SAYS_LITTLE, SURVEY_COUNTS, type SurveyCounts, surveyShares } from '#domain/reports/survey.ts';
import { answering, refusing } from '../../../../tests/support/answering.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { catchDownloads } from '../../../../tests/support/downloads.ts';
import { button, expectCount, expectTexts, pathOf, readNotice, searchOf } from '../../../../tests/support/on-screen.ts';
import { screenAt } from '../../../../tests/support/shown.tsx';

const PATH = '/reportes/indicadores';
const NO_GROUP = { provincia: '', canton: '', establecimiento: '', sexo: '', edad: '' };
const ZERO = Object.fromEntries(SURVEY_COUNTS.map((name) => [name, 0])) as SurveyCounts;

/** More than one page. */
const ESTABLISHMENTS = Array.from({ length: 12 }, (_, index) => `Puesto ${index + 1}`);
const MANY: Partial<SurveyCounts> = {
  ...{ ninos: 100, desnutricion: 7, talla: 80, tallaBajo2: 20, tallaBajo3: 4 },
  ...{ pesotalla: 50, pesotallaBajo2: 2, pesotallaBajo3: 1, pesotallaSobre2: 5, pesotallaSobre3: 0 },
  ...{ peso: 90, pesoBajo2: 9, pesoBajo3: 3 },
};
const FEW: Partial<SurveyCounts> = { ninos: 29, talla: 29, tallaBajo2: 29, peso: 30, pesoBajo2: 0 };

const row = (group: Partial<SurveyRow>, counts: Partial<SurveyCounts>): SurveyRow => ({
  ...NO_GROUP,
  ...surveyShares({ ...ZERO, ...counts }),
  ...group,
});

const served = () =>
  answering(getSurvey, ({ query }) => {
    // The tests ask for these groupings only.
    const por = (query?.por ?? 'provincia') as 'provincia' | 'establecimiento' | 'sexo' | 'edad';
    const rows = {
      provincia: [row({ provincia: 'CHIMBORAZO' }, MANY), row({ provincia: '' }, FEW)],
      establecimiento: ESTABLISHMENTS.map((establecimiento) =>
        row({ provincia: 'LOJA', canton: 'OLMEDO', establecimiento }, FEW),
      ),
      sexo: [row({ sexo: 'FEMENINO' }, MANY)],
      edad: [row({ edad: '0-5' }, MANY), row({ edad: '12-23' }, FEW)],
    }[por];
    const offset = Number(query?.offset ?? 0);
    const filas = rows.slice(offset, offset + Number(query?.limit));
    return { answer: { por, corregidos: 18, filas, general: surveyShares({ ...ZERO, ...MANY }) }, total: rows.length };
  });

const table = () => page.getByRole('table', { name: 'Indicadores de crecimiento' });
const rowOf = (name: string) => table().getByRole('row', { name });
const expectRow = async (name: string, texts: string[]) => {
  for (const text of texts) await expect.element(rowOf(name)).toHaveTextContent(text);
};

test('a row has each indicator with its interval and class, beside the count of the programme', async () => {
  await page.viewport(1280, 900);
  await screenAt(PATH, 'ROLE_SUPERVISOR', served());
  await expectTexts(table().getByRole('columnheader'), [
    'Provincia',
    'Desnutrición crónica (talla para la edad bajo −2)',
    'Desnutrición aguda (peso para la talla bajo −2)',
    'Sobrepeso y obesidad (peso para la talla sobre +2)',
    'Bajo peso (peso para la edad bajo −2)',
    'Desnutrición según tabla del programa',
  ]);
  const cells = rowOf('CHIMBORAZO').getByRole('cell');
  await expectTexts(cells, [
    'CHIMBORAZO',
    '25,00 % · Alta20 de 80IC 95 %: 16,8–35,5 %Severa (bajo −3): 5,00 %IC 95 %: 2,0–12,2 %',
    '4,00 % · Baja2 de 50IC 95 %: 1,1–13,5 %Severa (bajo −3): 2,00 %IC 95 %: 0,4–10,5 %',
    '10,00 % · Alta5 de 50IC 95 %: 4,4–21,4 %Obesidad (sobre +3): 0,00 %IC 95 %: 0,0–7,1 %',
    '10,00 %9 de 90IC 95 %: 5,4–17,9 %Severo (bajo −3): 3,33 %IC 95 %: 1,1–9,4 %',
    '7,00 %7 de 100IC 95 %: 3,4–13,8 %',
  ]);
  await expect.element(page.getByText(/La tabla del programa mira el peso a cada edad/)).toBeVisible();
  await expectElementAccessible();
});

test('a share of fewer than 30 children says that it says little, one of 30 does not', async () => {
  await page.viewport(1280, 900);
  await screenAt(PATH, 'ROLE_SUPERVISOR', served());
  await expectRow('Sin provincia', ['29 de 29', SAYS_LITTLE, '0 de 30']);
  // Of stunting and of the programme's table.
  await expectCount(rowOf('Sin provincia').getByText(SAYS_LITTLE), 2);
  await expectCount(rowOf('CHIMBORAZO').getByText(SAYS_LITTLE), 0);
  await expectRow('Sin provincia', ['Sin datos']);
});

test('the grouping and the page are kept in the address, and another grouping begins at the first page', async () => {
  await page.viewport(1280, 900);
  const survey = served();
  await screenAt(PATH, 'ROLE_ADMINISTRADOR', survey);
  await expectTexts(page.getByRole('button', { pressed: true }), ['Provincia']);
  await button('Establecimiento').click();
  await expectRow('Puesto 5', ['OLMEDO, LOJA']);
  await button('Siguiente').click();
  await expectRow('Puesto 6', ['OLMEDO, LOJA']);
  expect(searchOf()).toEqual({ por: 'establecimiento', pagina: '2' });
  expect(survey.requests.at(-1)?.query).toMatchObject({ por: 'establecimiento', limit: '5', offset: '5' });
  await button('Edad').click();
  await expectRow('12 a 23 meses', ['29 de 29']);
  expect(searchOf()).toEqual({ por: 'edad' });
});

test('the export asks for the whole table with its filters and grouping, and saves it', async () => {
  await page.viewport(1280, 900);
  await screenAt(`${PATH}?por=sexo&provincia=LOJA&pagina=2`, 'ROLE_SUPERVISOR', served());
  const addresses: string[] = [];
  const answer = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation((address, init) => {
    if (!String(address).includes('exportar')) return answer(address, init);
    addresses.push(String(address));
    const headers = {
      'content-type': EXPORT_FORMATS.xlsx.type,
      'content-disposition': 'attachment; filename="indicadores-2026-11-26.xlsx"',
    };
    return Promise.resolve(new Response('PK', { headers }));
  });
  const files = catchDownloads();
  await button('Exportar Excel').click();
  await readNotice('Archivo descargado', 'indicadores-2026-11-26.xlsx');
  expect(addresses).toEqual(['/api/reportes/indicadores/exportar.xlsx?provincia=LOJA&por=sexo']);
  expect(await files.get('indicadores-2026-11-26.xlsx')).toBe('PK');
});

test('on a phone each group is a card with the names of the indicators', async () => {
  await page.viewport(360, 800);
  await screenAt(`${PATH}?por=edad`, 'ROLE_SUPERVISOR', served());
  const list = page.getByRole('list', { name: 'Indicadores de crecimiento' });
  await expect.element(list.getByText('0 a 5 meses')).toBeVisible();
  await expect.element(list.getByText('Desnutrición crónica (talla para la edad bajo −2)').first()).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});

test('a failure offers to try again, and a brigade is sent elsewhere', async () => {
  await screenAt(PATH, 'ROLE_SUPERVISOR', refusing(getSurvey, new AppError('internal')));
  await expect.element(button('Volver a intentar: Indicadores de crecimiento')).toBeVisible();
  await screenAt(PATH, 'ROLE_BRIGADA', served());
  await expect.poll(pathOf).not.toBe(PATH);
});
