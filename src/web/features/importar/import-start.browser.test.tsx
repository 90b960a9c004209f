import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listImports, MAX_FILE_BYTES } from '#domain/calls/importing.ts';
import { ERRORS } from '#domain/errors.ts';
import { RECORDS } from '#domain/records/index.ts';
import { answering } from '../../../../tests/support/answering.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { breaking, inHealth, listenToConsole, withoutPauses } from '../../../../tests/support/breaking.ts';
import { fakeImport, fakeUploads, storedImport } from '../../../../tests/support/fake-imports.ts';
import { fakeRecords } from '../../../../tests/support/fake-records.ts';
import {
  button,
  confirm,
  dialog,
  expectCount,
  goTo,
  main,
  pathOf,
  readNotice,
  searchOf,
} from '../../../../tests/support/on-screen.ts';
import { onPhone, screenAt } from '../../../../tests/support/shown.tsx';
import { KIND_GROUPS } from './import-kinds.ts';

beforeEach(withoutPauses);

const none = () => answering(listImports, () => ({ rows: [], total: 0 }));
const open = (search = '?tipo=nino', ...fakes: Parameters<typeof screenAt>[2][]) =>
  screenAt(`/importar${search}`, 'ROLE_SUPERVISOR', inHealth(), ...(fakes.length > 0 ? fakes : [none()]));

const input = () => page.getByLabelText('Archivo para importar');
const file = (name = 'niños.xlsx', content = 'PK') => new File([content], name);
const bar = () => page.getByRole('progressbar');

test('every kind of record can be imported', () => {
  expect(new Set<string>(KIND_GROUPS.flatMap(({ kinds }) => kinds))).toEqual(new Set(Object.keys(RECORDS)));
});

test('the kind is chosen first, and the address keeps it; without imports the list says what to do', async () => {
  await open('');
  await expect.element(page.getByText('Todavía no se ha importado nada')).toBeVisible();
  await expectCount(button('Descargar plantilla'), 0);
  await button('Elegir archivo').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Elige primero qué vas a importar.');
  await expectElementAccessible();
  await page.getByRole('link', { name: 'Vacuna Mujer' }).click();
  await expect.poll(searchOf).toEqual({ tipo: 'vacunamujer' });
  await expect.element(page.getByRole('link', { name: 'Vacuna Mujer' })).toHaveAttribute('aria-current');
  await expectCount(page.getByRole('alert'), 0);
  await expect.element(button('Descargar plantilla')).toBeVisible();
});

test('a file is sent with its kind and name, shows its progress and leads to its import', async () => {
  const uploads = fakeUploads();
  const one = fakeImport(storedImport({ estado: 'leyendo', archivo: 'niños.xlsx' }));
  await open('?tipo=nino', ...one.all);
  await userEvent.upload(input(), file());
  await expect.element(bar()).toHaveAttribute('aria-valuenow', '0');
  const [request] = uploads.requests;
  expect(request?.url).toBe('/api/importaciones?tipo=nino&archivo=ni%C3%B1os.xlsx');
  expect(request?.headers['x-access-token']).toMatch(/^token-of-/);
  expect(request?.file?.name).toBe('niños.xlsx');
  uploads.progress(45, 100);
  await expect.element(page.getByText('45 %', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Subiendo el archivo: 25 %')).toBeInTheDocument();
  await expectElementAccessible();
  uploads.progress(100, 100);
  await expect.element(page.getByText('Esperando al servidor…')).toBeVisible();
  uploads.answer(202, { _id: one.id, estado: 'recibida' });
  await expect.poll(pathOf).toBe(`/importar/${one.id}`);
  await expectCount(dialog(), 0);
});

test.each<[string, (uploads: ReturnType<typeof fakeUploads>) => void, string]>([
  ['a lost connection', ({ fail }) => fail(), 'No hay conexión con el servidor.'],
  ["a proxy's limit", ({ answer }) => answer(413, '<html>'), ERRORS.fileTooLarge.message],
  [
    'a full disk',
    ({ answer }) => answer(507, { code: 'noSpace', message: ERRORS.noSpace.message }),
    'No queda espacio',
  ],
  ["a captive portal's page", ({ answer }) => answer(200, '<html>'), 'No hay conexión con el servidor.'],
])('%s is said in one sentence, and the file can be sent again', async (_, breakDown, sentence) => {
  const uploads = fakeUploads();
  const one = fakeImport(storedImport());
  await open('?tipo=nino', ...one.all);
  await userEvent.upload(input(), file());
  await expect.element(bar()).toBeVisible();
  breakDown(uploads);
  await expect.element(page.getByRole('alert')).toHaveTextContent(`niños.xlsx: ${sentence}`);
  await expect.element(button('Intentar de nuevo')).toHaveFocus();
  await expectElementAccessible();
  await button('Intentar de nuevo').dblClick();
  await expect.element(bar()).toBeVisible();
  expect(uploads.requests).toHaveLength(2);
  expect(uploads.requests[1]?.file?.name).toBe('niños.xlsx');
  uploads.answer(202, { _id: one.id, estado: 'recibida' });
  await expect.poll(pathOf).toBe(`/importar/${one.id}`);
});

test('a file of more than 50 MB and an empty one are not sent', async () => {
  const uploads = fakeUploads();
  await open();
  const large = file('grande.csv');
  vi.spyOn(File.prototype, 'size', 'get').mockReturnValue(MAX_FILE_BYTES + 1);
  await userEvent.upload(input(), large);
  await expect.element(page.getByRole('alert')).toHaveTextContent(`grande.csv: ${ERRORS.fileTooLarge.message}`);
  vi.restoreAllMocks();
  await userEvent.upload(input(), file('nada.csv', ''));
  await expect.element(page.getByRole('alert')).toHaveTextContent('nada.csv: El archivo está vacío.');
  expect(uploads.requests).toEqual([]);
});

test('an upload can be cancelled', async () => {
  fakeUploads();
  await open();
  await userEvent.upload(input(), file());
  await expect.element(button('Cancelar')).toHaveFocus();
  await button('Cancelar').click();
  await expect.element(button('Elegir archivo')).toHaveFocus();
  await expectCount(page.getByRole('alert'), 0);
});

test('leaving during an upload asks first', async () => {
  const uploads = fakeUploads();
  await open();
  await userEvent.upload(input(), file());
  await expect.element(bar()).toBeVisible();
  goTo('/profile');
  await expect.element(dialog()).toHaveTextContent('¿Salir y cancelar la subida?');
  await confirm('Seguir aquí');
  expect(pathOf()).toBe('/importar');
  await expect.element(bar()).toBeVisible();
  const abort = vi.spyOn(uploads.requests[0] as object as { abort: () => void }, 'abort');
  goTo('/profile');
  await confirm('Salir y cancelar');
  await expect.poll(pathOf).toBe('/profile');
  await expect.poll(() => abort.mock.calls.length).toBe(1);
});

test('a file can be dropped on the page, but only one at a time', async () => {
  const uploads = fakeUploads();
  await open();
  await expect.element(button('Elegir archivo')).toBeVisible();
  const drag = (type: string, ...files: File[]) => {
    const dataTransfer = new DataTransfer();
    for (const one of files) dataTransfer.items.add(one);
    const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
    main().element().dispatchEvent(event);
    return event;
  };
  expect(drag('dragover', file()).defaultPrevented).toBe(true);
  await expect.element(page.getByText('Suelta el archivo aquí.')).toBeVisible();
  drag('drop', file('a.csv'), file('b.csv'));
  await expect.element(page.getByRole('alert')).toHaveTextContent('Suelta un solo archivo a la vez.');
  expect(uploads.requests).toEqual([]);
  drag('drop', file('a.csv'));
  await expect.element(bar()).toBeVisible();
  expect(uploads.requests).toHaveLength(1);
});

test('the template of the kind is downloaded', async () => {
  await open();
  const asked: string[] = [];
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    if (!address.includes('plantilla')) return answer(address, init);
    asked.push(address);
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    const disposition = 'attachment; filename="plantilla-ninos.xlsx"';
    return Promise.resolve(
      new Response('PK', { headers: { 'content-type': type, 'content-disposition': disposition } }),
    );
  });
  await button('Descargar plantilla').click();
  await readNotice('Archivo descargado', 'plantilla-ninos.xlsx');
  expect(asked).toEqual(['/api/importaciones/plantilla.xlsx?tipo=nino']);
});

test('earlier imports are listed with their state and outcome, on a phone too', async () => {
  const done = storedImport({ estado: 'importada', archivo: 'enero.ods', creadas: 1_150, cambiadas: 13 });
  const waiting = storedImport({ tipo: 'control', filas: 13 });
  const list = answering(listImports, () => ({ rows: [done, waiting], total: 21 }));
  await open('', list);
  const rows = page.getByRole('row');
  await expect.element(rows.nth(1)).toHaveTextContent('Mujeres');
  await expect.element(rows.nth(1)).toHaveTextContent('Luis Ortega');
  await expect.element(rows.nth(1)).toHaveTextContent('20/11/2026 14:05');
  await expect.element(rows.nth(1)).toHaveTextContent('1.150 creadas y 13 cambiadas');
  await expect.element(rows.nth(2)).toHaveTextContent('Lista para importar');
  await expect.element(rows.nth(2)).toHaveTextContent('13 filas');
  await expect.element(page.getByRole('link', { name: 'enero.ods' })).toHaveAttribute('href', `/importar/${done._id}`);
  await button('Página 2').click();
  await expect.poll(searchOf).toEqual({ pagina: '2' });
  expect(list.requests.at(-1)?.query).toMatchObject({ limit: '10', offset: '10' });
  await expectElementAccessible();
  await onPhone();
  await expectCount(rows, 0);
  await expectElementAccessible();
});

test('a list that fails can be loaded again', async () => {
  const { logged } = listenToConsole();
  const list = breaking(none());
  await open('', list);
  await expect.element(page.getByText('Error al cargar las importaciones.')).toBeVisible();
  list.mend();
  await button('Volver a intentar').click();
  await expect.element(page.getByText('Todavía no se ha importado nada')).toBeVisible();
  expect(logged.length).toBeGreaterThan(0);
});

test('the hub leads supervision to the imports, and a brigade does not see them', async () => {
  await screenAt('/registros', 'ROLE_SUPERVISOR', inHealth());
  await expect.element(page.getByRole('link', { name: /^Importar/ })).toHaveAttribute('href', '/importar');
  await screenAt('/registros', 'ROLE_BRIGADA', inHealth());
  await expect.element(page.getByText('Consultar Niños')).toBeVisible();
  await expectCount(page.getByRole('link', { name: /^Importar/ }), 0);
  await screenAt('/importar', 'ROLE_BRIGADA', inHealth());
  await expect.poll(pathOf).toBe('/');
});

test.each([
  ['/lista/ninos', RECORDS.nino, 'nino'],
  ['/lista/mujer', RECORDS.mujer, 'mujer'],
] as const)(
  'the menu of %s leads supervision to its import, and a brigade does not see it',
  async (path, record, tipo) => {
    const listed = fakeRecords(record);
    await screenAt(path, 'ROLE_SUPERVISOR', inHealth(), none(), ...listed.fakes);
    await button('Otros formatos e importar').click();
    await page.getByRole('menuitem', { name: 'Importar desde Excel' }).click();
    await expect.poll(pathOf).toBe('/importar');
    expect(searchOf()).toEqual({ tipo });
    await screenAt(path, 'ROLE_BRIGADA', inHealth(), ...listed.fakes);
    await button('Otros formatos').click();
    await expect.element(page.getByRole('menuitem', { name: 'Exportar CSV' })).toBeVisible();
    await expectCount(page.getByRole('menuitem', { name: 'Importar desde Excel' }), 0);
  },
);
