import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { showDay, today } from '#domain/calendar.ts';
import { recordCalls } from '#domain/calls/records.ts';
import { RECORDS } from '#domain/records/index.ts';
import { foldText, searchFor } from '#domain/text.ts';
import { searchTermOf } from '#web/lib/searches.ts';
import { answering } from '../../../../tests/support/answering.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { storedRecord } from '../../../../tests/support/fake-records.ts';
import {
  button,
  expectCount,
  expectTexts,
  goBack,
  option,
  pathOf,
  searchOf,
} from '../../../../tests/support/on-screen.ts';
import { CHILDREN, monthsAgo } from '../../../../tests/support/report-children.ts';
import {
  FOLLOWED,
  FORM_TIMES,
  NOTHING,
  RATE,
  SEX,
  STAFF_COUNT,
  VACCINES,
  WEIGHT,
  WEIGHT_CARD,
} from '../../../../tests/support/report-titles.ts';
import { childId, servedReports } from '../../../../tests/support/served-reports.ts';
import { screenAt } from '../../../../tests/support/shown.tsx';

const card = (title: string) => page.getByRole('region', { name: title === WEIGHT ? WEIGHT_CARD : title, exact: true });
const table = (name: string) => page.getByRole('table', { name, exact: true });
const figuresOf = (title: string) => table(`${title}: las mismas cifras`);

const open = (search = '', served = servedReports()) =>
  screenAt(`/reportes${search}`, 'ROLE_SUPERVISOR', ...served.fakes, children());

/** The section with the charts and tables of growth. */
const GROWTH = { seccion: 'crecimiento' };
const openGrowth = (search: Record<string, string> = {}) => open(`?${new URLSearchParams({ ...GROWTH, ...search })}`);

/** The list of children, filtered like the server does. */
function children() {
  const rows = Object.entries(CHILDREN).map(
    ([
      nombres,
      {
        sexo,
        place: [provincia, canton],
        control,
      },
    ]) => {
      const estado = control && (control[2] === 8 ? 'Desnutrición' : control[2] === 13 ? 'Sobrepeso' : 'Normal');
      const change = {
        nombres,
        apellidos: 'CUJÍ',
        sexo,
        provincia,
        canton,
        estado: estado ?? '',
        cedula: `R-${nombres}`,
      };
      return { change, row: storedRecord(RECORDS.nino, { ...change, _id: childId(nombres) }) };
    },
  );
  return answering(recordCalls(RECORDS.nino).list, ({ query = {} }) => {
    const matches = searchFor(String(query.q ?? ''));
    const asked = new Map(Object.entries(query));
    const matching = rows.filter(
      ({ change }) =>
        matches(foldText(change.nombres)) &&
        Object.entries(change).every(([name, value]) => !asked.get(name) || asked.get(name) === value),
    );
    return { rows: matching.map(({ row }) => row), total: matching.length };
  });
}

/** The names in the follow-up table, from top to bottom. */
const expectFollowed = (names: string[]) =>
  expectTexts(
    table(FOLLOWED)
      .getByRole('row')
      .getByText(/ CUJÍ$/),
    names.map((name) => `${name} CUJÍ`),
  );

// proves 9.45
test('girls are pink and boys are blue', async () => {
  await open();
  await expect.element(card(SEX).getByRole('img')).toBeVisible();
  const strokes = () =>
    [...card(SEX).element().querySelectorAll('svg circle[stroke]')].map((part) => getComputedStyle(part).stroke);
  await expect.poll(strokes).toEqual(['rgb(46, 107, 208)', 'rgb(214, 84, 142)']);
});

// proves 9.41
test('every point of a line can be reached by keyboard and links to its children', async () => {
  await openGrowth();
  const chart = page.getByRole('slider', { name: WEIGHT });
  const reads = (text: string | RegExp) =>
    expect
      .element(chart)
      .toHaveAttribute('aria-valuetext', typeof text === 'string' ? text : expect.stringMatching(text));
  await expect.element(chart).toBeVisible();
  chart.element().focus();
  await userEvent.keyboard('{Home}');
  await reads('COLTA: 8,50 kg, 2 controles');
  await userEvent.keyboard('{ArrowRight}');
  await reads('GUANO: 13,00 kg, 1 control');
  await button(`Punto siguiente de ${WEIGHT}`).click();
  await button(`Punto siguiente de ${WEIGHT}`).click();
  // Two cantons have this name, so the province is shown.
  await reads(/^OLMEDO \(LOJA\): 10,00 kg/);
  await card(WEIGHT)
    .getByRole('link', { name: /^Ver los niños/ })
    .click();
  await expect.poll(pathOf).toBe('/lista/ninos');
  expect(searchOf()).toEqual({ provincia: 'LOJA', canton: 'OLMEDO', situacion: 'concontrol' });
  await expect.element(page.getByText('1 resultado', { exact: true })).toBeVisible();
  goBack();
  await button('De menor a mayor peso').click();
  await expect.poll(searchOf).toEqual({ ...GROWTH, orden: 'peso' });
  chart.element().focus();
  await userEvent.keyboard('{Home}');
  await reads(/^LOJA: 5,00 kg/);
});

// proves 2.214, 2.216, 2.217, 2.219
test('the follow-up table has the specified columns, states and links', async () => {
  await openGrowth();
  const columns = ['Nombres y Apellidos', 'Edad(meses)', 'Peso(kg)', 'Talla(cm)', 'Estado', 'Fecha Registro', 'Ver'];
  await expectTexts(table(FOLLOWED).getByRole('columnheader'), columns);
  await expectFollowed(['ANA', 'BEA', 'CIRO', 'DORA', 'ELI']);
  const row = (name: RegExp) => table(FOLLOWED).getByRole('row', { name });
  const bea = ['BEA CUJÍ', '12', '9,00', '73,20', 'Normal', showDay(monthsAgo(2)), 'Ver'];
  await expectTexts(row(/BEA/).getByRole('cell'), bea);
  const color = (name: RegExp, state: string) =>
    getComputedStyle(row(name).getByText(state, { exact: true }).element()).color;
  expect(color(/ANA/, 'Desnutrición')).toBe('rgb(166, 28, 34)');
  expect(color(/BEA/, 'Normal')).toBe('rgb(18, 105, 63)');
  expect(color(/CIRO/, 'Sobrepeso')).toBe('rgb(110, 80, 0)');
  await button('Siguiente', card(FOLLOWED)).click();
  await expect.poll(searchOf).toEqual({ ...GROWTH, pagina: '2' });
  await expectFollowed(['GIL']);
  goBack();
  await row(/BEA/).getByRole('link', { name: 'Ver a BEA CUJÍ' }).click();
  await expect.poll(pathOf).toBe(`/ninos/${childId('BEA')}`);
});

// proves 2.215, 4.45, 4.46
test('a period sets both dates, "Ver Todos" clears them, and each choice is an address', async () => {
  await openGrowth();
  const [from, to] = [page.getByLabelText('Desde'), page.getByLabelText('Hasta')];
  const pressed = card(FOLLOWED).getByRole('button', { pressed: true });
  await expectTexts(pressed, ['Ver Todos']);
  await expect.element(from).toHaveValue('');
  const expected = { 'Último mes': 1, '3 Meses': 3, '6 Meses': 6, '9 Meses': 9, '12 Meses': 12 };
  const names = ['ANA', 'BEA', 'CIRO', 'DORA', 'ELI'];
  for (const [index, [label, months]] of Object.entries(expected).entries()) {
    await button(label).click();
    await expectTexts(pressed, [label]);
    await expect.element(from).toHaveValue(showDay(monthsAgo(months)));
    await expect.element(to).toHaveValue(showDay(today()));
    await expectFollowed(names.slice(0, index + 1));
    expect(searchOf()).toEqual({ ...GROWTH, periodo: String(months) });
  }
  goBack();
  await expectTexts(pressed, ['9 Meses']);
  await openGrowth({ periodo: '9' });
  await expectFollowed(names.slice(0, 4));
  await expectTexts(pressed, ['9 Meses']);
  await button('Ver Todos').click();
  await expect.element(from).toHaveValue('');
  await expect.element(to).toHaveValue('');
  expect(searchOf()).toEqual(GROWTH);
});

// proves 2.218, 4.45
test('dates and a status filter the follow-up table, and an empty table shows a message', async () => {
  await openGrowth();
  await page.getByLabelText('Desde').fill(showDay(monthsAgo(9)));
  await page.getByLabelText('Hasta').fill(showDay(monthsAgo(4)));
  await expectFollowed(['CIRO', 'DORA']);
  expect(searchOf()).toEqual({ ...GROWTH, desde: monthsAgo(9), hasta: monthsAgo(4) });
  await page.getByRole('combobox', { name: 'Estado' }).click();
  await option('Sobrepeso').click();
  await expectFollowed(['CIRO']);
  await page.getByLabelText('Hasta').fill(showDay(monthsAgo(10)));
  await expect.element(page.getByText('La fecha final es anterior a la inicial')).toBeVisible();
  await expect.element(page.getByText(NOTHING, { exact: true })).toBeVisible();
  await openGrowth({ desde: '2019-01-01', hasta: '2019-12-31' });
  await expect.element(page.getByText(NOTHING, { exact: true })).toBeVisible();
  await expect.element(page.getByLabelText('Desde')).toHaveValue('01/01/2019');
});

// proves 2.221-2.223
test('vaccines are counted per child, and records per account with a grand total', async () => {
  await open('?seccion=cobertura.campo');
  const headings = ['Nombres y Apellidos', 'Número de vacunas', 'Ver'];
  await expectTexts(table(VACCINES).getByRole('columnheader'), headings);
  await expectTexts(table(VACCINES).getByRole('row', { name: /BEA/ }).getByRole('cell'), ['BEA CUJÍ', '2', 'Ver']);
  const dora = table(VACCINES).getByRole('link', { name: 'Ver a DORA CUJÍ' });
  await expect.element(dora).toHaveAttribute('href', `/ninos/${childId('DORA')}`);
  const rows = table(STAFF_COUNT).getByRole('row');
  for (const [index, cells] of [
    ['Responsable del Registro', 'Total Niños', 'Total Mujeres', 'Total Registros'],
    ['Rosa Yuquilema', '4', '1', '5'],
    ['Luis Ortega', '3', '0', '3'],
    ['Total General', '7', '1', '8'],
  ].entries()) {
    const row = rows.nth(index);
    await expectTexts(row.getByRole(index === 0 ? 'columnheader' : 'cell'), cells);
  }
});

test('the filters of a list are shown above it and can be removed one by one', async () => {
  const path = '/lista/ninos?provincia=CHIMBORAZO&canton=COLTA&sexo=FEMENINO&estado=Normal';
  await screenAt(path, 'ROLE_SUPERVISOR', children());
  const chips = page.getByRole('list', { name: 'Filtros de la lista' }).getByRole('button');
  await expectTexts(chips, ['Provincia: CHIMBORAZO', 'Cantón: COLTA', 'Sexo: FEMENINO', 'Estado: Normal']);
  await expect.element(page.getByText('1 resultado', { exact: true })).toBeVisible();
  await button('Quitar filtro Estado: Normal').click();
  await button('Quitar filtro Provincia: CHIMBORAZO').click();
  await expectTexts(chips, ['Sexo: FEMENINO']);
  await expect.element(page.getByText('4 resultados', { exact: true })).toBeVisible();
  await page.getByLabelText('Buscar por cédula o nombre').fill('bea');
  await expect.element(page.getByText('1 resultado', { exact: true })).toBeVisible();
  const { q, ...others } = searchOf();
  expect([others, searchTermOf(q ?? '')]).toEqual([{ sexo: 'FEMENINO' }, 'bea']);
  await screenAt('/lista/ninos?estado=Sobrepeso&sexo=FEMENINO', 'ROLE_SUPERVISOR', children());
  await expect.element(page.getByText('No hay resultados con estos filtros')).toBeVisible();
  await expectElementAccessible();
  await button('Ver toda la lista').click();
  await expect.element(page.getByText('7 niñas y niños registrados')).toBeVisible();
});

test('children without a sex are shown beside the ring, with a link to complete their data', async () => {
  const without = card(SEX).getByRole('link', { name: /^Sin sexo registrado:/ });
  const ring = card(SEX).getByRole('img', { name: `${SEX}. Masculino: 3 (42,86 %), Femenino: 4 (57,14 %)` });
  await open();
  await expect.element(ring).toBeVisible();
  await expect.element(card(RATE).getByRole('img')).toBeVisible();
  await expectCount(without, 0);
  const served = servedReports();
  const { call, answer } = served.dashboard;
  const oneMore = async (ask: Parameters<typeof answer>[0]) => ({ ...Object(await answer(ask)), total: 8 });
  await screenAt('/reportes', 'ROLE_SUPERVISOR', { call, answer: oneMore, requests: [] }, ...served.fakes, children());
  await expect.element(without).toHaveTextContent('Sin sexo registrado: 1');
  await expect.element(ring).toBeVisible();
  await button('Ver como tabla', card(SEX)).click();
  await expectTexts(figuresOf(SEX).getByRole('row').last().getByRole('cell'), ['Sin sexo registrado', '1', '']);
  await without.click();
  await expect.poll(pathOf).toBe('/lista/ninos');
  expect(searchOf()).toEqual({ situacion: 'sinsexo' });
});

test('the weekly table is requested page by page, and shows its time if it is not current', async () => {
  const week = card('Cuadro semanal del campo');
  const served = servedReports({ weekTakenAt: '2026-11-22T15:32:40.000Z' });
  await open('?seccion=campo', served);
  await expect.element(week.getByText(/Datos al/)).toHaveTextContent('con un aviso. Datos al 10:32');
  expect(served.week.requests.map(({ query }) => query)).toEqual([{ limit: '5', offset: '0' }]);
  await open('?seccion=campo');
  await expect.element(week.getByRole('table')).toBeVisible();
  await expectCount(week.getByText(/Datos al/), 0);
});

test("the times of forms have the record type's own title, its month and times in minutes and seconds", async () => {
  await open('?seccion=campo&provincia=LOJA');
  const columns = ['Formulario y mes', 'Guardados', 'Mediana', '9 de cada 10 hasta'];
  await expectTexts(table(FORM_TIMES).getByRole('columnheader'), columns);
  await expectTexts(table(FORM_TIMES).getByRole('cell'), [
    ...['ControlNOV 2026', '1.204', '42 s', '1 min 16 s'],
    ...['Agregar niñoNOV 2026', '3', '2 min', ''],
    ...['ControlOCT 2026', '1', '0 s', '60 min'],
  ]);
  await open('?seccion=campo', servedReports({ times: [] }));
  await expect.element(card(FORM_TIMES)).toHaveTextContent('Todavía no hay tiempos de registro');
});

test.each([
  [360, 740],
  [1280, 800],
])('with all sections and tables open, or no data, it is accessible and fits in %i pixels', async (width, height) => {
  await page.viewport(width, height);
  await open('?seccion=todas&periodo=12');
  await expect.element(card(FOLLOWED).getByText('ANA CUJÍ').first()).toBeVisible();
  const toggles = page.getByRole('button', { name: 'Ver como tabla' });
  // The cards load one by one.
  await expect.poll(() => toggles.elements().length).toBeGreaterThanOrEqual(4);
  await expectElementAccessible();
  while (toggles.elements().length > 0) await toggles.first().click();
  expect(page.getByRole('button', { name: 'Ocultar tabla' }).elements().length).toBeGreaterThanOrEqual(4);
  await expectElementAccessible();
  await open('?seccion=todas&provincia=CARCHI');
  await expect.element(page.getByText(NOTHING, { exact: true })).toBeVisible();
  await expectElementAccessible();
});
