import { expect, type Page, test } from '@playwright/test';
import { showValue } from '#domain/fields/index.ts';
import { columnsOf, parseRecord, type RecordDefinition, toNested } from '#domain/records/define-record.ts';
import { RECORDS, type RecordKey } from '#domain/records/index.ts';
import { fillForm } from '../support/fill-form.ts';
import { createUser, PASSWORD } from '../support/people.ts';
import { REFUSAL } from '../support/refusal.ts';
import { refuse } from '../support/refuse.ts';
import { remoteApi } from '../support/remote-api.ts';
import { sectionEightOf } from '../support/section-8.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { beSignedIn } from '../support/sign-in.ts';

const CEDULA = '0602948179';
const PANELS: Record<string, string> = { mujer: '/mujer/', nino: '/ninos/' };
/** One of a woman and one of a child; the component tests go through all of them. */
const KINDS: RecordDefinition[] = [RECORDS.vacunamujer, RECORDS.vacuna];

let server: ServerProcess;
let token: string;

test.beforeAll(async () => {
  server = await startServer();
  await createUser(server, CEDULA, 'ROLE_BRIGADA');
  const { call, signIn } = remoteApi(server.url);
  token = await signIn({ cedula: CEDULA, password: PASSWORD });
  const administrator = await signIn(server.admin);
  await call('POST', '/api/establecimiento', { nombre: 'Centro de Salud Colta' }, administrator);
});
test.afterAll(() => server.stop());
test.beforeEach(({ page }) => beSignedIn(page, server, CEDULA));

async function createParent(record: RecordDefinition): Promise<string> {
  const parent = RECORDS[record.parent?.record as RecordKey];
  const body = { ...parent.example, cedula: `P-${record.key}` };
  return (await remoteApi(server.url).call('POST', `/api/${parent.path}`, body, token)).body._id;
}

const flatExample = (record: RecordDefinition) => parseRecord(record, record.example).values ?? {};
const save = (page: Page) => page.getByRole('button', { name: 'Guardar', exact: true }).click();
const notice = (page: Page) => page.locator('.mantine-Notification-root').last();
const rows = (page: Page) => page.locator('tbody tr').filter({ has: page.getByRole('button', { name: /^Eliminar/ }) });

/** What the form fills in by itself when it opens. */
const given = (record: RecordDefinition, name: string): boolean => {
  const field = record.fields[name];
  if (field?.kind === 'number') return field.derivation?.from.every((other) => given(record, other)) ?? false;
  return field?.kind === 'date' && field.defaultToday === true;
};

for (const record of KINDS) {
  const [firstField = ''] = record.nest?.fields ?? record.fieldNames;
  const refusedPath = record.nest ? `${record.nest.key}.0.${firstField}` : firstField;

  // proves 1.3-1.10, 2.142-2.150, 5.48
  test(`${record.key}: validated, refused, saved, listed and deleted with the specified messages`, async ({ page }) => {
    const parentId = await createParent(record);
    await page.goto(`${server.url}${PANELS[record.parent?.record ?? '']}${parentId}?seccion=${record.key}`);
    await expect(page.getByRole('heading', { name: record.titles.form, exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: record.titles.table })).toBeVisible();
    await expect(page.getByText('Todavía no hay registros')).toBeVisible();
    for (const sentence of [record.intro, ...(record.info ?? [])])
      if (sentence) await expect(page.getByText(sentence)).toBeVisible();

    await save(page);
    const wanted = record.fieldNames.filter((name) => record.fields[name]?.required && !given(record, name));
    await expect(page.getByText('Este campo es obligatorio', { exact: true })).toHaveCount(wanted.length);

    const values = flatExample(record);
    await fillForm(page, record, values);
    await refuse(page, 'POST', record.path, refusedPath);
    await save(page);
    await expect(notice(page)).toContainText('Error');
    await expect(notice(page)).toContainText(`${record.messages.saveFailed} ${REFUSAL}`);
    await expect(page.locator(`[id="${firstField}-error"]`)).toHaveText(REFUSAL);
    await page.unrouteAll();
    await notice(page).getByRole('button', { name: 'Cerrar aviso' }).click();

    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith(record.path));
    await save(page);
    const body = (await sent).postDataJSON();
    expect(body).toMatchObject(toNested(record, values));
    await expect(notice(page)).toContainText(sectionEightOf(record.key).saved);
    await expect(notice(page)).toContainText(record.messages.created);
    await expect(rows(page)).toHaveCount(1);
    for (const name of columnsOf(record)) {
      const field = record.fields[name];
      if (field) await expect(rows(page)).toContainText(showValue(field, values[name]));
    }
    for (const [name, field] of Object.entries(record.fields))
      if (field.kind === 'number' && !field.catalog && !given(record, name))
        await expect(page.locator(`input[name="${name}"]`)).toHaveValue('');

    const ask = async () => {
      await rows(page)
        .getByRole('button', { name: /^Eliminar/ })
        .click();
      const dialog = page.getByRole('alertdialog');
      await expect(dialog).toContainText('¿Estás seguro?');
      await expect(dialog).toContainText('Una vez eliminado, no podrás recuperar este registro.');
      await expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeFocused();
      return dialog;
    };
    await (await ask()).getByRole('button', { name: 'Cancelar' }).click();
    await expect(rows(page)).toHaveCount(1);
    await refuse(page, 'DELETE', record.path);
    await (await ask()).getByRole('button', { name: 'Eliminar' }).click();
    await expect(page.locator('.mantine-Notification-root', { hasText: 'Error' })).toContainText(
      `${record.messages.deleteFailed} ${REFUSAL}`,
    );
    await page.unrouteAll();
    await (await ask()).getByRole('button', { name: 'Eliminar' }).click();
    await expect(page.locator('.mantine-Notification-root', { hasText: 'Éxito' })).toContainText(
      record.messages.deleted,
    );
    await expect(rows(page)).toHaveCount(0);
  });
}
