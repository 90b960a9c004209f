import { expect, type Page } from '@playwright/test';
import { RECORD_LIST, RECORDS } from '#domain/records/index.ts';
import { bodyWith, newCedula } from '../support/factories.ts';
import { expectNotice } from '../support/notices.ts';
import { createUser, PASSWORD } from '../support/people.ts';
import { remoteApi } from '../support/remote-api.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { test } from '../support/shared-server.ts';
import { administratorCalls } from '../support/sign-in.ts';
import {
  bookletsOnDevice,
  fillDisk,
  installed,
  openVaultOf,
  ready,
  statusChip,
  tablet,
  takeRoom,
} from '../support/tablet.ts';

const ROSA = newCedula();
const LUIS = newCedula();
/** More than one page of the feed on the embedded database. */
const CHILDREN = Array.from({ length: 180 }, newCedula);

const FEED = /\/api\/sincronizacion(\?|$)/;
const ESTABLECIMIENTO = 'CENTRO DE SALUD SIN LÍNEA';

let server: ServerProcess;
let luisId: string;
let token: string;
let childId: string;
let womanId: string;
const { nino, mujer } = RECORDS;

/** Creates a booklet with one record of each type. */
async function wholeBooklet(call: ReturnType<typeof remoteApi>['call'], definition: typeof nino | typeof mujer) {
  const { _id } = (await call('POST', `/api/${definition.path}`, bodyWith(definition, undefined), token)).body;
  for (const { path, parent, example } of RECORD_LIST)
    if (parent?.record === definition.key) {
      const { status } = await call('POST', `/api/${path}`, { ...example, [parent.field]: _id }, token);
      expect(status, path).toBe(201);
    }
  return _id as string;
}

test.beforeAll(async ({ sharedServer }) => {
  server = sharedServer;
  const asAdministrator = await administratorCalls(server);
  const added = await asAdministrator('POST', '/api/establecimiento', { nombre: ESTABLECIMIENTO });
  expect(added.status).toBe(201);
  await createUser(server, ROSA, 'ROLE_BRIGADA');
  luisId = await createUser(server, LUIS, 'ROLE_BRIGADA').then(async () => {
    const accounts = await asAdministrator('GET', '/api/traspasos/cuentas?para=recibir');
    return accounts.body.find(({ cedula }: { cedula: string }) => cedula === LUIS)._id;
  });
  const { call, signIn } = remoteApi(server.url);
  token = await signIn({ cedula: ROSA, password: PASSWORD });
  for (const [at, cedula] of CHILDREN.entries()) {
    const body = { ...nino.example, cedula, nombres: `SISA ${String(at)}`, sexo: 'FEMENINO' };
    expect((await call('POST', '/api/nino', body, token)).status).toBe(201);
  }
  childId = await wholeBooklet(call, nino);
  womanId = await wholeBooklet(call, mujer);
});

let device: ReturnType<typeof tablet>;
test.beforeEach(() => {
  device = tablet(server.url);
});
test.afterEach(() => device.throwAway());

const inventory = async (): Promise<Record<string, string>> => {
  const { body } = await remoteApi(server.url).call('GET', '/api/sincronizacion/inventario', undefined, token);
  return Object.fromEntries(body.personas.map((id: string, at: number) => [id, body.cambios[at]]));
};

/** Holds back requests to an address. @returns releases them */
async function holdBack(page: Page, address: RegExp): Promise<() => void> {
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(address, async (route) => {
    await held;
    await route.continue();
  });
  return letGo;
}

/** Opens every screen of the two booklets, and the visits. */
async function readsEveryone(page: Page): Promise<void> {
  for (const [definition, id, path] of [
    [nino, childId, '/ninos'],
    [mujer, womanId, '/mujer'],
  ] as const) {
    await page.goto(`${server.url}${path}/${id}`);
    const { nombres, apellidos } = definition.example as Record<string, string>;
    await expect(page.getByRole('heading', { name: `${nombres} ${apellidos}` }).first()).toBeVisible({
      timeout: 30_000,
    });
    for (const { key, parent, titles } of RECORD_LIST)
      if (parent?.record === definition.key) {
        await page.goto(`${server.url}${path}/${id}?seccion=${key}`);
        await expect(page.getByText(titles.table).first(), key).toBeVisible({ timeout: 30_000 });
        await expect(page.getByRole('button', { name: /^Eliminar/ }), key).toHaveCount(1);
      }
  }
  await page.goto(`${server.url}/seguimiento`);
  await expect(page.getByText(/necesitan? una visita/).first()).toBeVisible({ timeout: 30_000 });
}

test('after a cold start in flight mode a brigade reads all its booklets', async () => {
  const first = await device.start();
  await device.signIn(first, ROSA);
  await ready(first);
  await installed(first);
  const page = await device.start({ offline: true });
  await page.goto(`${server.url}/registros`);
  await openVaultOf(page);
  await expect(statusChip(page)).toHaveAttribute('aria-label', 'Sin señal', { timeout: 30_000 });

  await page.goto(`${server.url}/lista/ninos`);
  await expect(page.getByText('181 niñas y niños registrados')).toBeVisible({ timeout: 30_000 });
  await expect(
    page.getByText(/Sin conexión con el servidor\. Ves lo guardado en este equipo, al \d\d\/\d\d\/\d{4}/),
  ).toBeVisible();
  await page.getByPlaceholder('Buscar por cédula o nombre').fill(CHILDREN[77] ?? '');
  await expect(page.getByText('SISA 77', { exact: false }).first()).toBeVisible();
  await expect(page.getByText('SISA 78', { exact: false })).toHaveCount(0);

  await readsEveryone(page);
  await page.goto(`${server.url}/profile`);
  await expect(page.getByText('Esta parte necesita señal.')).toBeVisible();
});

test('a page reloaded right after the sign-in needs no password, even before the application is installed', {
  tag: '@long',
}, async () => {
  const page = await device.start();
  await device.signIn(page, ROSA);
  await expect(statusChip(page)).toBeVisible({ timeout: 30_000 });
  await page.reload();
  await expect(statusChip(page)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Lo guardado en este equipo está cerrado.')).toBeHidden();
});

test('booklets whose first page is lost on the line come down some seconds later', { tag: '@long' }, async () => {
  const page = await device.start();
  let lost = 0;
  await page.route(FEED, (route) => {
    lost += 1;
    return lost > 2 ? route.continue() : route.abort();
  });
  await device.signIn(page, ROSA);
  await ready(page);
  expect(lost).toBeGreaterThan(2);
});

test('screens show the device’s data while the server is silent and update when it answers', {
  tag: '@long',
}, async () => {
  const page = await device.start();
  await device.signIn(page, ROSA);
  await ready(page);
  const answer = await holdBack(page, /\/api\/nino\?/);
  await page.getByRole('link', { name: /Consultar Niños/ }).click();
  await expect(page.getByText('181 niñas y niños registrados')).toBeVisible();
  const shown = page.getByText(/Ves lo guardado en este equipo/);
  await expect(shown).toBeVisible();
  answer();
  await expect(shown).toBeHidden();
  await expect(page.getByText('181 niñas y niños registrados')).toBeVisible();
});

test('a page loaded while the server is silent shows the device’s data on every screen', {
  tag: '@long',
}, async () => {
  const page = await device.start();
  await device.signIn(page, ROSA);
  await ready(page);
  await installed(page);
  // Longer than any time limit of the page: requests are neither answered nor refused.
  await page.route(/\/api\//, () => undefined);
  for (const [path, shown] of [
    ['/lista/mujer', '1 mujer registrada'],
    ['/lista/ninos', '181 niñas y niños registrados'],
  ] as const) {
    await page.goto(server.url + path);
    await expect(page.getByText(shown), path).toBeVisible();
  }
  await readsEveryone(page);
  await page.goto(`${server.url}/ninos/${childId}?seccion=peso-edad`);
  await expect(page.getByRole('img', { name: /Peso/ }).first()).toBeVisible();
  await page.goto(`${server.url}/ninos/add`);
  await page.getByRole('combobox', { name: /^Establecimiento/ }).click();
  await expect(page.getByRole('option', { name: ESTABLECIMIENTO })).toBeVisible();
});

test('a handed-over booklet leaves the device, and the comparison with the server repairs its copies', async () => {
  const page = await device.start();
  await device.signIn(page, ROSA);
  await ready(page);
  const [handedOverId = ''] = Object.keys(await inventory()).filter((id) => id !== childId && id !== womanId);
  const call = await administratorCalls(server);
  const handed = await call('POST', '/api/traspasos', {
    personas: [handedOverId],
    a: luisId,
    motivo: 'Cambio de sector',
  });
  expect(handed.status).toBe(200);
  await statusChip(page).click();
  await page.getByRole('button', { name: 'Revisar que todo esté igual' }).click();
  await expectNotice(page, 'Todo está igual');
  const kept = await bookletsOnDevice(page);
  expect(Object.keys(kept)).not.toContain(handedOverId);
  expect(kept).toEqual(await inventory());
});

test('a device without free space says so and keeps the booklets it has', { tag: '@long' }, async () => {
  const page = await device.start();
  // Filling the disk takes about as long as a request may last, so the pull is refused and tried again instead of held back.
  await page.route(FEED, (route) =>
    route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: { message: [] } }),
  );
  await device.signIn(page, ROSA);
  // The application and its databases fit on the disk, the booklets do not.
  await fillDisk(page);
  await page.unroute(FEED);
  await expect(statusChip(page)).toHaveAttribute('aria-label', 'Queda poco espacio en este equipo', {
    timeout: 60_000,
  });
  await page.getByRole('link', { name: /Consultar Niños/ }).click();
  await expect(page.getByText(/niñas y niños registrados/)).toBeVisible();
});

test('a device without space for a vault says so, works online, and creates the vault once there is space', {
  tag: '@long',
}, async () => {
  const page = await device.start();
  await page.goto(`${server.url}/login`);
  const giveRoom = await takeRoom(page);
  await device.signIn(page, ROSA);
  await expect(statusChip(page)).toHaveAttribute('aria-label', 'Este navegador no puede guardar tu libreta', {
    timeout: 60_000,
  });
  await page.getByRole('link', { name: /Consultar Niños/ }).click();
  await expect(page.getByText(/niñas y niños registrados/)).toBeVisible();
  await statusChip(page).click();
  await expect(page.getByText(/libera espacio/)).toBeVisible();
  await giveRoom();
  await page.getByRole('button', { name: 'Abrir menú' }).click();
  await page.getByRole('button', { name: 'Salir' }).click();
  await expect(page).toHaveURL(/\/login/);
  await device.signIn(page, ROSA);
  await ready(page);
});
