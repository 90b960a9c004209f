import { expect, type Page, type TestInfo } from '@playwright/test';
import { showLongDay } from '#domain/calendar.ts';
import { showValue, type Value } from '#domain/fields/index.ts';
import { bookletOf } from '#domain/records/booklets.ts';
import { columnsOf, type RecordDefinition, toFlat } from '#domain/records/define-record.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { breakCalls, expectNoFailureOnPage } from '../support/broken-calls.ts';
import { type Body, newCedula, recordOf } from '../support/factories.ts';
import { expectNotice } from '../support/notices.ts';
import { createUser, PASSWORD } from '../support/people.ts';
import { watchPolicy } from '../support/policy-watch.ts';
import { pdfFonts, pdfImages, pdfInfo, pdfPages, pdfPictures, pdfText } from '../support/poppler.ts';
import { CHILD, MANY_CONTROLS, type PrintedPerson, WOMAN } from '../support/printed-people.ts';
import { remoteApi } from '../support/remote-api.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { test } from '../support/shared-server.ts';
import { giveSession } from '../support/sign-in.ts';

const NURSE = newCedula();
const PATIENTS = [
  { key: 'mujer', filled: WOMAN, list: '/lista/mujer', panel: '/mujer/', title: 'Libreta de la mujer embarazada' },
  { key: 'nino', filled: CHILD, list: '/lista/ninos', panel: '/ninos/', title: 'Libreta de la niña' },
] as const;
const CURVES = ['Peso para la edad', 'Longitud o talla para la edad', 'IMC por edad', 'Perímetro cefálico por edad'];

let server: ServerProcess;
let call: (method: string, path: string, body?: unknown) => Promise<Body>;

test.beforeAll(async ({ sharedServer }) => {
  server = sharedServer;
  await createUser(server, NURSE, 'ROLE_BRIGADA');
  const remote = remoteApi(server.url);
  const token = await remote.signIn({ cedula: NURSE, password: PASSWORD });
  call = async (method, path, body) => {
    const answer = await remote.call(method, path, body, token);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
});
test.beforeEach(({ page }) => giveSession(page, server, NURSE));

/** Creates a person with records. @returns the stored person */
async function register(key: string, { person, records }: PrintedPerson): Promise<Body> {
  const saved = await call('POST', `/api/${key}`, { ...recordOf(key).example, ...person });
  for (const [record, bodies] of Object.entries(records)) {
    const { path, parent } = recordOf(record);
    for (const body of bodies) await call('POST', `/api/${path}`, { ...body, [String(parent?.field)]: saved._id });
  }
  return saved;
}

/** Starts a download. @returns the file */
async function download(page: Page, info: TestInfo, press: () => Promise<unknown>) {
  const [file] = await Promise.all([page.waitForEvent('download'), press()]);
  const path = info.outputPath(file.suggestedFilename());
  await file.saveAs(path);
  return { path, name: file.suggestedFilename() };
}

async function fromList(page: Page, info: TestInfo, list: string, cedula: string) {
  await page.goto(`${server.url}${list}?q=${encodeURIComponent(cedula)}`);
  return download(page, info, () => page.getByRole('button', { name: /^Generar PDF/ }).click());
}

/** Without spaces, because table cells wrap anywhere. */
const dense = (text: string) => text.replace(/\s+/g, '');

const sectionsOf = (key: string) => bookletOf(recordOf(key)).printed.map(({ definition }) => definition);

/** The displayed values of a stored record. */
function shownValues(definition: RecordDefinition, row: Body): string[] {
  const flat = toFlat(definition, row);
  return columnsOf(definition).flatMap((name) => {
    const field = definition.fields[name];
    return field ? [showValue(field, flat[name] as Value)] : [];
  });
}

for (const { key, filled, list, panel, title } of PATIENTS) {
  const sections = sectionsOf(key);

  // proves 2.224-2.226
  test(
    `${key}: the PDF holds every section and field in order, with every Spanish character`,
    { tag: key === 'mujer' ? ['@long'] : [] },
    async ({ page }, info) => {
      const person = await register(key, filled);
      const { path, name } = await fromList(page, info, list, filled.person.cedula);
      expect(name).toBe(`${filled.person.cedula}.pdf`);
      await expect(page, 'the row was not opened').toHaveURL(new RegExp(`${list}\\?`));

      const text = pdfText(path);
      const letters = dense(text);
      expect(text).toContain(title);
      expect(text).toContain(`${person.nombres} ${person.apellidos}`);
      for (const [field, declared] of Object.entries(recordOf(key).fields)) {
        expect(text).toContain(declared.label);
        expect(letters, field).toContain(dense(showValue(declared, person[field] as Value)));
      }
      const headings = ['Información general', ...sections.map(({ titles }) => titles.table)];
      const order = headings.map((heading) => text.indexOf(heading));
      expect(order.every((place) => place >= 0)).toBe(true);
      expect(order, 'the order of the specification').toEqual(order.toSorted((one, other) => one - other));

      for (const definition of sections) {
        for (const column of columnsOf(definition)) {
          const field = definition.fields[column];
          expect(letters).toContain(dense(typeof field?.column === 'string' ? field.column : (field?.label ?? '')));
        }
        const rows = await call('GET', `/api/${definition.path}?${definition.parent?.field}=${person._id}`);
        expect(rows).toHaveLength(filled.records[definition.key]?.length ?? 0);
        for (const row of rows as Body[])
          for (const value of shownValues(definition, row)) expect(letters, definition.key).toContain(dense(value));
      }
      expect(text).toContain('N/A');
      expect(text).not.toContain('Sin registros');
      expect(text).toContain('Responsable Rosa Yuquilema');
    },
  );

  // proves 2.227, 9.39
  test(
    `${key}: every page is A4 with logo, number, date and issuer, in embedded fonts`,
    { tag: key === 'mujer' ? ['@long'] : [] },
    async ({ page }, info) => {
      await register(key, { ...filled, person: { ...filled.person, cedula: `${filled.person.cedula}-2` } });
      const begun = new Date();
      const { path } = await fromList(page, info, list, `${filled.person.cedula}-2`);
      // The test may run at midnight.
      const issued = [begun, new Date()].map((day) => `Emitido el ${showLongDay(day)} por Rosa Yuquilema`);
      const pages = pdfPages(path);
      const { Pages, 'Page size': size } = pdfInfo(path);
      expect(size).toContain('(A4)');
      expect(pages).toHaveLength(Number(Pages));
      expect(pages.length).toBeGreaterThan(1);
      for (const [index, content] of pages.entries()) {
        expect(content).toContain(`Página ${index + 1} de ${pages.length}`);
        expect(issued.some((line) => content.includes(line))).toBe(true);
        expect(content).toContain('Libreta Integral de Salud');
      }
      const fonts = pdfFonts(path);
      expect(fonts.size).toBeGreaterThan(0);
      expect([...fonts.values()].every(Boolean), [...fonts.keys()].join(', ')).toBe(true);
      // The logo is the only image of a page; charts are vector graphics.
      const pictures = pdfPictures(path).filter(({ kind }) => kind === 'image');
      expect(pictures.map((picture) => picture.page)).toEqual(pages.map((_, index) => index + 1));
      expect(pictures.every(({ height }) => height >= 300)).toBe(true);
      expect(pdfImages(path, info.outputPath())).toHaveLength(pages.length);
      expect(pdfImages(path, info.outputPath(), { gray: true })).toHaveLength(pages.length);
    },
  );

  test(
    `${key}: a section without records says so, and unusual characters print correctly`,
    { tag: key === 'mujer' ? ['@long'] : [] },
    async ({ page }, info) => {
      const cedula = `${key}/A:1 Ñ`;
      const nombres = 'Kĩ Žofia 👶🏽 李';
      await register(key, { person: { cedula, nombres, apellidos: 'X'.repeat(180) }, records: {} });
      const { path, name } = await fromList(page, info, list, cedula);
      expect(name).toBe(`${key}-A-1 Ñ.pdf`);
      const text = pdfText(path);
      const empty = sections.length + (key === 'nino' ? 1 : 0);
      expect(text.match(/Sin registros/g)).toHaveLength(empty);
      expect(text).toContain('KI ŽOFIA ? ?');
      for (const line of pdfPages(path).join('\n').split('\n')) expect(line.length).toBeLessThan(160);
    },
  );

  // proves 8.76
  test(
    `${key}: the panel’s menu makes the PDF too, once at a time, and offers a retry after a failure`,
    { tag: '@long' },
    async ({ page }, info) => {
      const cedula = `${filled.person.cedula}-3`;
      const { _id } = await register(key, { person: { ...filled.person, cedula }, records: {} });
      await page.goto(`${server.url}${panel}${_id}`);
      const choose = async () => {
        await page.getByRole('button', { name: 'Opciones' }).click();
        await page.getByRole('menuitem', { name: 'Generar PDF' }).click();
      };
      expect((await download(page, info, choose)).name).toBe(`${cedula}.pdf`);
      await expectNotice(page, `Se descargó ${cedula}.pdf.`);

      let requests = 0;
      let release = () => {};
      const waiting = new Promise<void>((done) => {
        release = done;
      });
      const { logLinesAbout } = await breakCalls(page, '**/api/*/pdf/**');
      await page.route('**/api/*/pdf/**', async (route) => {
        requests += 1;
        await waiting;
        await route.fallback();
      });
      await page.goto(`${server.url}${list}?q=${cedula}`);
      const button = page.getByRole('button', { name: /^Gener/ });
      await button.click();
      await expect(button).toHaveText('Generando…');
      await expect(button).toBeFocused();
      await button.click({ force: true });
      release();
      const again = page.getByRole('button', { name: /^Volver a intentar: generar PDF de / });
      await expect(again).toHaveText('Volver a intentar');
      await expect(again).toBeFocused();
      await expectNoFailureOnPage(page);
      expect(requests).toBe(1);
      expect(logLinesAbout('los datos del PDF')).toHaveLength(1);
      await expectAccessible(page, `${key}: PDF que no se pudo generar`);

      // The menu of the panel stays open and shows the progress.
      await page.locator('tbody a').first().click();
      const menu = page.getByRole('button', { name: 'Opciones' });
      const item = page.getByRole('menuitem').first();
      await menu.click();
      await expect(item).toHaveText('Volver a intentar');
      await item.click();
      await expect.poll(() => requests).toBe(2);
      await expect(item).toHaveText('Volver a intentar');
      await expectNoFailureOnPage(page);
      await expectAccessible(page, `${key}: menú con un PDF que no se pudo generar`);
      await page.unroute('**/api/*/pdf/**');
      expect((await download(page, info, () => item.click())).name).toBe(`${cedula}.pdf`);
      await expect(page.getByRole('menu')).toHaveCount(0);
      await expect(menu).toBeFocused();
      await menu.click();
      await expect(item).toHaveText('Generar PDF');
    },
  );
}

// proves 3.31
test('the PDF of a child has the status, four vector charts, and no newborn record when there is none', async ({
  page,
}, info) => {
  const cedula = '0650128850';
  const rn = [recordOf('rn').example as Body];
  const child = await register('nino', { person: { ...CHILD.person, cedula }, records: { ...CHILD.records, rn } });
  const { path } = await fromList(page, info, '/lista/ninos', cedula);
  const text = pdfText(path);
  const { estado } = await call('GET', `/api/nino/${child._id}`);
  expect(estado).toBe('Normal');
  expect(text).toContain(`Estado según tabla del programa ${estado}`);
  for (const curve of CURVES) expect(text).toContain(curve);
  for (const axis of ['Peso (kg)', 'Longitud (cm)', 'IMC (kg/m²)', 'Perímetro cefálico (cm)'])
    expect(text).toContain(axis);
  expect(text.match(/Edad \(meses\)/g)?.length).toBeGreaterThanOrEqual(4);
  for (const last of ['8,90 kg', '75,60 cm', '15,6 kg/m²', '45,80 cm']) expect(text).toContain(last);
  expect(text).not.toContain(recordOf('rn').titles.table);
});

test(
  'a long table breaks between rows and repeats its headings on every page',
  { tag: '@long' },
  async ({ page }, info) => {
    const cedula = '0650128851';
    await register('nino', { person: { ...CHILD.person, cedula }, records: { control: MANY_CONTROLS } });
    const { path } = await fromList(page, info, '/lista/ninos', cedula);
    const pages = pdfPages(path).filter((content) => /2026-0[1-3]-\d\d +\d/.test(content));
    expect(pages.length).toBeGreaterThan(2);
    for (const content of pages) expect(content).toMatch(/Fecha +\(meses\)/);
    const dates = pages.flatMap((content) => content.match(/2026-0[1-3]-\d\d(?= +\d)/g) ?? []);
    expect(dates).toEqual(MANY_CONTROLS.map(({ fecha }) => fecha));
  },
);

test('a missing logo does not prevent the PDF', async ({ page }, info) => {
  const cedula = '0650128852';
  await register('nino', { person: { ...CHILD.person, cedula }, records: {} });
  await page.route('**/logo.svg', (route) => route.fulfill({ status: 404, body: '' }));
  const { path } = await fromList(page, info, '/lista/ninos', cedula);
  expect(pdfText(path)).toContain('Libreta Integral de Salud');
  expect(pdfPictures(path)).toEqual([]);
});

test('a photo of the printed page opens the booklet, and the code names nobody', async ({ page }, info) => {
  const cedula = '0650128853';
  const child = await register('nino', { person: { ...CHILD.person, cedula }, records: {} });
  const { path } = await fromList(page, info, '/lista/ninos', cedula);
  expect(pdfText(path)).toContain('Escanea para abrir esta libreta');
  const { codigo } = await call('GET', `/api/nino/${child._id}/codigo`);
  expect(codigo).toMatch(/^[\w-]{22}$/);
  const [photo = ''] = pdfImages(path, info.outputPath(), { dpi: 150 });
  const violations = await watchPolicy(page.context(), server.url);
  await page.goto(`${server.url}/registros`);
  await page.getByRole('button', { name: 'Escanear una libreta' }).click();
  await expect(page.getByRole('dialog', { name: 'Escanear una libreta' })).toBeVisible();
  await page.locator('input[type="file"]').setInputFiles(photo);
  await expect(page).toHaveURL(`${server.url}/ninos/${child._id}`);
  expect(violations).toEqual([]);
});
