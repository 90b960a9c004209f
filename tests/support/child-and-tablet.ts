import { expect, type Page } from '@playwright/test';
import { RECORDS } from '#domain/records/index.ts';
import { type BadLine, startBadLine } from './bad-line.ts';
import { newCedula } from './factories.ts';
import { fillMeasures, personOf, SAVED_ON_DEVICE } from './field-day.ts';
import { expectNotice } from './notices.ts';
import { createUser, PASSWORD } from './people.ts';
import { remoteApi } from './remote-api.ts';
import type { ServerProcess } from './server-process.ts';
import { test } from './shared-server.ts';
import { ready, tablet } from './tablet.ts';

/** A brigade's account, its tablet on a line that can be made bad, and a new child for each test of the file that calls this. */
export function childAndTablet() {
  const cedula = newCedula();
  let server: ServerProcess;
  let line: BadLine;
  let token: string;
  let childId: string;
  let device: ReturnType<typeof tablet>;

  const call = (method: string, path: string, body?: unknown) => remoteApi(server.url).call(method, path, body, token);

  test.beforeAll(async ({ sharedServer }) => {
    server = sharedServer;
    line = await startBadLine(server.url);
    await createUser(server, cedula, 'ROLE_BRIGADA');
    token = await remoteApi(server.url).signIn({ cedula, password: PASSWORD });
  });
  test.afterAll(async () => {
    await line.close();
  });
  test.beforeEach(async () => {
    line.set({});
    device = tablet(line.url);
    const body = { ...RECORDS.nino.example, ...personOf(newCedula()) };
    childId = (await call('POST', '/api/nino', body)).body._id;
  });
  test.afterEach(() => device.throwAway());

  return {
    cedula,
    call,
    get server() {
      return server;
    },
    get line() {
      return line;
    },
    get childId() {
      return childId;
    },
    get device() {
      return device;
    },
    /** The child's controls on the server. */
    controls: async () => (await call('GET', `/api/control?ninoId=${childId}`)).body,
    /** A signed-in page with all booklets on the device. */
    async signedIn(): Promise<Page> {
      const page = await device.start();
      await device.signIn(page, cedula);
      await ready(page);
      return page;
    },
    /** @param before the weight left in the form by an earlier visit */
    async fillControl(page: Page, kilos: string, before = ''): Promise<void> {
      await page.goto(`${line.url}/ninos/${childId}?seccion=control`);
      await expect(page.locator('input[name=peso]')).toHaveValue(before);
      await fillMeasures(page, kilos);
    },
  };
}

export const saveForm = (page: Page) => page.getByRole('button', { name: 'Guardar', exact: true }).click();

/** The notice of a save that was kept on the device. */
export const expectKeptNotice = (page: Page) => expectNotice(page, SAVED_ON_DEVICE);
