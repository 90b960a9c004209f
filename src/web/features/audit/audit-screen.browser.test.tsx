import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { showInstantMinute } from '#domain/calendar.ts';
import { RECORDS } from '#domain/records/index.ts';
import { ROLE_NAMES } from '#domain/roles.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { breaking, inHealth, withoutPauses } from '../../../../tests/support/breaking.ts';
import { fakeJournal, journalEntry } from '../../../../tests/support/fake-history.ts';
import { fakeRecords } from '../../../../tests/support/fake-records.ts';
import {
  address,
  button,
  expectCount,
  expectTexts,
  goBack,
  option,
  pathOf,
} from '../../../../tests/support/on-screen.ts';
import { fakeUsers, storedUser } from '../../../../tests/support/served-users.ts';
import { onPhone, screenAt } from '../../../../tests/support/shown.tsx';

beforeEach(withoutPauses);

const SISA = '0190e000-0000-7000-8000-00000000000a';
const LUZ = '0190e000-0000-7000-8000-00000000000b';
const rows = () => page.getByRole('row');
const sheet = () => page.getByRole('dialog');
const chip = (text: string) => button(`Quitar filtro ${text}`);
const about = { persona: SISA, nombre: 'SISA GUALÁN' };
const entries = () => [
  journalEntry({ accion: 'entrar', tipo: 'sesion' }),
  journalEntry({ ...about, tipo: 'control', cambios: [{ campo: 'peso', antes: 8.5, despues: 8.75 }] }),
  journalEntry({ accion: 'rechazar', tipo: 'sesion', quien: null, equipo: null }),
];
const open = (journal: ReturnType<typeof fakeJournal>, search = '', ...more: Parameters<typeof screenAt>[2][]) =>
  screenAt(`/admin/auditoria${search}`, 'ROLE_ADMINISTRADOR', inHealth(), journal, ...more);

test('the journal is linked from the users and only visible for administrators', async () => {
  await screenAt('/admin', 'ROLE_ADMINISTRADOR', fakeJournal(...entries()), ...fakeUsers().all);
  await page.getByRole('link', { name: 'Auditoría' }).click();
  await expect.poll(pathOf).toBe('/admin/auditoria');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Auditoría' })).toBeVisible();
  await expect.element(page.getByText('3 entradas')).toBeVisible();
  for (const role of ROLE_NAMES.filter((name) => name !== 'ROLE_ADMINISTRADOR'))
    for (const path of ['/admin/auditoria', '/admin/eliminados']) {
      await screenAt(path, role);
      await expect.poll(pathOf).not.toMatch(/^\/admin/);
    }
});

test('the journal lists actions, newest first, and shows all details of an entry', async () => {
  const [entered, changed, refused] = entries();
  const journal = fakeJournal(...[entered, changed, refused].flatMap((entry) => entry ?? []));
  await open(journal);
  await expectTexts(rows().nth(1).getByRole('cell'), [
    showInstantMinute(refused?.cuando ?? ''),
    'Alguien sin identificar',
    'No pudo iniciar sesión',
    'Sesión',
    'N/A',
    'N/A',
    'Ver detalle',
  ]);
  await expectTexts(rows().nth(2).getByRole('cell'), [
    showInstantMinute(changed?.cuando ?? ''),
    'Rosa Yuquilema0601000001',
    'Editó',
    'Control',
    'SISA GUALÁN',
    'Chrome en Android',
    'Ver detalle',
  ]);
  await expect.element(page.getByRole('link', { name: 'SISA GUALÁN' })).toHaveAttribute('href', `/ninos/${SISA}`);
  await expectElementAccessible();
  await button(/^Ver detalle: Editó · Control/).click();
  await expect.element(sheet().getByRole('heading', { name: 'Editó · Control' })).toBeVisible();
  for (const text of ['192.0.2.7', 'Chrome en Android', '0190f000-0000-7000-8000-000000000001', '0601000001'])
    await expect.element(sheet()).toHaveTextContent(text);
  await expectTexts(sheet().getByRole('region', { name: 'Datos' }).getByRole('definition'), [
    'antes: 8,50 kg, después: 8,75 kg',
  ]);
  await expectElementAccessible();
  await button('Cerrar detalle').click();
  await expectCount(sheet(), 0);
  await expect.element(button(/^Ver detalle: Editó · Control/)).toHaveFocus();
});

test('the journal is filtered by person and account, and the address contains the filters', async () => {
  const women = fakeRecords(RECORDS.mujer, { _id: LUZ });
  const children = fakeRecords(RECORDS.nino, { _id: SISA });
  const luis = storedUser();
  const journal = fakeJournal(...entries());
  await open(journal, '', ...women.fakes, ...children.fakes, ...fakeUsers(luis).all);
  await page.getByRole('combobox', { name: 'Mujer, niña o niño' }).fill('te');
  await option('LUZ MARÍA TENESACA PILCO · 0603714026').click();
  await expect.poll(address).toBe(`/admin/auditoria?persona=${LUZ}`);
  expect([women.list, children.list].map(({ requests }) => requests.at(-1)?.query)).toEqual(
    [1, 2].map(() => ({ q: 'te', limit: '5', offset: '0' })),
  );
  await expect.element(chip('Persona: LUZ MARÍA TENESACA PILCO · 0603714026')).toBeVisible();
  await expect.element(page.getByRole('combobox', { name: 'Mujer, niña o niño' })).toHaveValue('');
  await expect.element(page.getByText('No hay resultados con estos filtros')).toBeVisible();
  await page.getByRole('combobox', { name: 'Usuario', exact: true }).fill('ort');
  await option(`Luis Ortega · ${luis.cedula}`).click();
  await expect.poll(address).toBe(`/admin/auditoria?persona=${LUZ}&usuario=${luis._id}`);
  await chip('Persona: LUZ MARÍA TENESACA PILCO · 0603714026').click();
  await expect.poll(address).toBe(`/admin/auditoria?usuario=${luis._id}`);
  goBack();
  await expect.poll(address).toContain(LUZ);
});

test('the journal is filtered by type, action and dates, and invalid values in the address are ignored', async () => {
  const journal = fakeJournal(...entries());
  await open(journal, `?persona=${SISA}&tipo=columna&accion=bailar&desde=ayer`);
  expect(journal.requests.at(-1)?.query).toEqual({ limit: '20', offset: '0', persona: SISA });
  // A person who was not chosen on this page is named by the rows.
  await chip('Persona: SISA GUALÁN').click();
  await page.getByRole('combobox', { name: 'Tipo' }).click();
  await option('Sesión').click();
  await expect.poll(() => rows().elements().length).toBe(3);
  await page.getByRole('combobox', { name: 'Acción' }).click();
  await option('No pudo iniciar sesión').click();
  await expect.poll(() => rows().elements().length).toBe(2);
  await page.getByLabelText('Desde').fill('20/11/2026');
  await page.getByLabelText('Hasta').fill('21/11/2026');
  await expect.element(chip('Hasta: 21/11/2026')).toBeVisible();
  await expect
    .poll(() => journal.requests.at(-1)?.query)
    .toEqual({
      limit: '20',
      offset: '0',
      tipo: 'sesion',
      accion: 'rechazar',
      desde: '2026-11-20',
      hasta: '2026-11-21',
    });
  await expect.element(page.getByText('1 resultado')).toBeVisible();
  await expect.element(chip('Tipo: Sesión')).toBeVisible();
  await expect.element(chip('Acción: No pudo iniciar sesión')).toBeVisible();
});

test('a date that is typed key by key keeps its keys and filters once it is complete', async () => {
  const journal = fakeJournal(...entries());
  await open(journal);
  await page.getByLabelText('Desde').click();
  for (const key of '01/02/2026') await userEvent.keyboard(key);
  await expect.element(chip('Desde: 01/02/2026')).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Desde' })).toHaveValue('01/02/2026');
  expect(journal.requests.map(({ query }) => query?.desde)).toEqual([undefined, '2026-02-01']);
});

test('the journal shows twenty entries per page, as cards on a phone', async () => {
  await onPhone();
  await open(fakeJournal(...Array.from({ length: 21 }, () => journalEntry(about))));
  await expectCount(page.getByRole('heading', { level: 2, name: 'Editó · Niño' }), 20);
  await expectElementAccessible();
  await button(/^Ver detalle/)
    .first()
    .click();
  await expect.element(sheet()).toHaveTextContent('Guardó sin cambios.');
  await button('Cerrar detalle').click();
  await expectCount(sheet(), 0);
  await button('Siguiente').click();
  await expect.element(page.getByText('21–21 de 21')).toBeVisible();
});

test('the export contains only the filtered entries', async () => {
  await open(fakeJournal(...entries()), '?accion=entrar');
  const asked: string[] = [];
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    asked.push(input);
    if (!input.includes('exportar')) return answer(input, init);
    return Promise.resolve(
      new Response('Fecha\n1\n', { headers: { 'content-type': 'text/csv; charset=utf-8', 'x-total-count': '1' } }),
    );
  });
  await button('Otros formatos').click();
  await page.getByRole('menuitem', { name: 'Exportar CSV' }).click();
  await expect.element(page.getByText(/^listado-auditoria-.*\.csv$/)).toBeVisible();
  expect(asked.filter((path) => path.includes('exportar'))).toEqual(['/api/auditoria/exportar.csv?accion=entrar']);
});

test('a failed list shows an error and can be retried', async () => {
  const journal = breaking(fakeJournal(...entries()));
  await screenAt('/admin/auditoria', 'ROLE_ADMINISTRADOR', inHealth(), journal);
  await expect.element(page.getByText('Error al cargar la auditoría. Por favor, inténtalo de nuevo.')).toBeVisible();
  journal.mend();
  await button('Volver a intentar').click();
  await expect.poll(() => rows().elements().length).toBe(4);
});
