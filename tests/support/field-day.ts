import { expect, type Page } from '@playwright/test';
import { addDays, showDay, today } from '#domain/calendar.ts';
import { RECORDS } from '#domain/records/index.ts';
import { closeNotices, expectNotice } from './notices.ts';
import { randomMoment } from './passing-time.ts';
import type { remoteApi } from './remote-api.ts';
import { follow } from './settled.ts';
import { lastDraftAt, openVaultOf, type tablet } from './tablet.ts';

export const SAVED_ON_DEVICE = 'Guardado en este equipo. Se enviará cuando haya señal.';
const REMOVED_HERE = 'Eliminado en este equipo. Se enviará cuando haya señal.';

/** Approximate time from the click to the confirmation of a save. */
const SAVING_MS = 80;

const vaccine = { clasificacion: '2 meses', tipovacuna: 'Rotavirus', dosis: '1' };
const { nino, control, vacuna } = RECORDS;

const FIRST = ['Sisa', 'Inti', 'Nina', 'Kusi', 'Yana', 'Rumi', 'Amaru', 'Illa', 'Wayra', 'Tamia', 'Pakari', 'Suri'];
const LAST = [
  'Cují',
  'Guamán',
  'Yuquilema',
  'Ñauñay',
  'Paca',
  'Lema',
  'Tenesaca',
  'Bagua',
  'Caizaguano',
  'Morocho',
  'Shigla',
];

/** A person with names that depend on the cedula and a mother of its own, so that no two are probable matches. */
export function personOf(cedula: string) {
  const at = Number(cedula) % 1_000_000;
  const [one = '', two = ''] = [FIRST[at % FIRST.length], LAST[at % LAST.length]];
  return {
    ...{
      cedula,
      nombres: `${one} ${FIRST[(at * 7 + 3) % FIRST.length] ?? ''}`,
      apellidos: `${two} ${LAST[(at * 5 + 1) % LAST.length] ?? ''}`,
    },
    cedulamadre: `M-${cedula}`,
  };
}

/** What the application confirmed, and what a kill left unconfirmed. */
export interface FieldLedger {
  readonly confirmed: Map<string, { control: number; vacuna: number; celular?: string }>;
  /** Confirmed deletions. */
  readonly deleted: Set<string>;
  /** Unconfirmed creations: at most one may exist. */
  readonly unconfirmed: Set<string>;
}

export const newLedger = (): FieldLedger => ({ confirmed: new Map(), deleted: new Set(), unconfirmed: new Set() });

type Tablet = ReturnType<typeof tablet>;

const save = (page: Page) => page.getByRole('button', { name: 'Guardar', exact: true });

/** Presses a button and waits for its confirmation. Earlier notices are closed first: they would confirm a write that still goes on. */
async function confirmed(page: Page, press: () => Promise<void>, sentence = SAVED_ON_DEVICE): Promise<void> {
  // Warnings about unusual measurements appear slightly later than the confirmation.
  await closeNotices(page);
  await press();
  await expectNotice(page, sentence);
}

const savesHere = (page: Page) => confirmed(page, () => save(page).click());

const answerYes = (page: Page) => page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();

async function pick(page: Page, label: string, option: string): Promise<void> {
  const input = page.getByRole('combobox', { name: new RegExp(`^${label}`) });
  await input.click();
  await input.fill(option);
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** @returns the time of the device just before the last key */
async function fillChild(page: Page, url: string, cedula: string): Promise<number> {
  await page.goto(`${url}/ninos/add`);
  // Every person differs in each field, because retyping equal text over a restored draft would be no change.
  const texts = { hcu: cedula.slice(-4), ...personOf(cedula) };
  for (const [name, value] of Object.entries(texts)) await page.locator(`[name=${name}]`).fill(value);
  const beforeLastKey = await page.evaluate(() => Date.now());
  await page.locator('[name=fechanacimiento]').fill(showDay(addDays(today(), -100 - (Number(cedula) % 97))));
  return beforeLastKey;
}

const toSection = (page: Page, section: string) => follow(page, `${page.url().split('?')[0]}?seccion=${section}`);

/** Searches the list for a child and opens a section. */
async function openSection(page: Page, url: string, cedula: string, section: string): Promise<void> {
  await follow(page, `${url}/lista/ninos`);
  await page.getByPlaceholder('Buscar por cédula o nombre').fill(cedula);
  await expect(page.getByText('1 resultado', { exact: true })).toBeVisible();
  await page
    .getByRole('link', { name: personOf(cedula).nombres, exact: false })
    .first()
    .click();
  await expect(page).toHaveURL(/\/ninos\/[0-9a-f-]{36}/);
  await toSection(page, section);
}

export async function fillMeasures(page: Page, kilos: string): Promise<void> {
  for (const [name, value] of Object.entries({ peso: kilos, longitud: '62', perimetro: '41' }))
    await page.locator(`input[name=${name}]`).fill(value);
}

async function fillVaccine(page: Page): Promise<void> {
  await pick(page, vacuna.fields.clasificacion.label, vaccine.clasificacion);
  await pick(page, vacuna.fields.tipovacuna.label, vaccine.tipovacuna);
  await pick(page, vacuna.fields.dosis.label, vaccine.dosis);
  const texts = { fechaaplicacion: showDay(addDays(today(), -80)), lote: 'R-2201', vacunador: 'Rosa Yuquilema' };
  for (const [name, value] of Object.entries(texts)) await page.locator(`input[name=${name}]`).fill(value);
}

/** A day without signal on a tablet: children with a control and a vaccine each, and kills of the browser during writes. */
export function fieldDay(device: Tablet, url: string, ledger: FieldLedger) {
  let page: Page;
  const begin = async (): Promise<Page> => {
    page = await device.start({ offline: true });
    await page.goto(`${url}/registros`);
    await openVaultOf(page);
    return page;
  };

  return {
    begin,
    page: () => page,

    async child(cedula: string): Promise<void> {
      await fillChild(page, url, cedula);
      await savesHere(page);
      ledger.confirmed.set(cedula, { control: 0, vacuna: 0 });
      await openSection(page, url, cedula, control.key);
      await fillMeasures(page, '6,4');
      await savesHere(page);
      ledger.confirmed.set(cedula, { control: 1, vacuna: 0 });
      await toSection(page, vacuna.key);
      await fillVaccine(page);
      await savesHere(page);
      ledger.confirmed.set(cedula, { control: 1, vacuna: 1 });
    },

    /** Kills the browser after Guardar was clicked. */
    async killedWhileSaving(cedula: string): Promise<void> {
      await fillChild(page, url, cedula);
      const pressed = save(page)
        .click()
        .catch(() => undefined);
      await randomMoment(SAVING_MS);
      await device.kill();
      await pressed;
      ledger.unconfirmed.add(cedula);
      await begin();
    },

    /** Kills the browser as soon as the draft with the last key is stored, and expects the form to be restored. */
    async killedWhileTyping(cedula: string): Promise<void> {
      const since = await fillChild(page, url, cedula);
      await expect.poll(() => lastDraftAt(page)).toBeGreaterThanOrEqual(since);
      await device.kill();
      await begin();
      await page.goto(`${url}/ninos/add`);
      for (const [name, value] of Object.entries(personOf(cedula)))
        await expect(page.locator(`[name=${name}]`)).toHaveValue(value.toUpperCase());
    },

    /** Saves several controls without leaving the section. */
    async controls(cedula: string, count: number): Promise<void> {
      await openSection(page, url, cedula, control.key);
      for (let at = 0; at < count; at += 1) {
        // The form is cleared after the confirmation of the save before.
        await expect(page.locator('input[name=peso]')).toHaveValue('');
        await fillMeasures(page, `${5 + (at % 9)},${at % 10}`);
        await savesHere(page);
        const expected = ledger.confirmed.get(cedula) ?? { control: 0, vacuna: 0 };
        ledger.confirmed.set(cedula, { ...expected, control: expected.control + 1 });
      }
    },

    async edit(cedula: string, celular: string): Promise<void> {
      await openSection(page, url, cedula, nino.key);
      await page.locator('[name=celular]').fill(celular);
      await confirmed(page, () => page.getByRole('button', { name: 'Editar', exact: true }).click());
      ledger.confirmed.set(cedula, { ...(ledger.confirmed.get(cedula) ?? { control: 0, vacuna: 0 }), celular });
    },

    async removeControl(cedula: string): Promise<void> {
      await openSection(page, url, cedula, control.key);
      await page
        .getByRole('button', { name: /^Eliminar/ })
        .first()
        .click();
      await confirmed(page, () => answerYes(page), REMOVED_HERE);
      const expected = ledger.confirmed.get(cedula);
      if (expected) ledger.confirmed.set(cedula, { ...expected, control: expected.control - 1 });
    },

    async remove(cedula: string): Promise<void> {
      await openSection(page, url, cedula, nino.key);
      await page.getByRole('button', { name: 'Opciones' }).click();
      await page.getByRole('menuitem', { name: /Eliminar/ }).click();
      await confirmed(page, () => answerYes(page), REMOVED_HERE);
      ledger.confirmed.delete(cedula);
      ledger.deleted.add(cedula);
    },
  };
}

/** Entries of a ledger that the server lost or duplicated. */
export async function lostOrDoubled(
  call: ReturnType<typeof remoteApi>['call'],
  token: string,
  { confirmed, deleted, unconfirmed }: FieldLedger,
): Promise<{ lost: string[]; doubled: string[] }> {
  const lost: string[] = [];
  const doubled: string[] = [];
  const get = async (path: string) => (await call('GET', path, undefined, token)).body as Record<string, unknown>[];
  for (const [cedula, expected] of confirmed) {
    const rows = await get(`/api/nino?cedula=${cedula}`);
    if (rows.length > 1) doubled.push(cedula);
    const [child] = rows;
    if (!child) {
      lost.push(cedula);
      continue;
    }
    if (expected.celular !== undefined && child.celular !== expected.celular) lost.push(`${cedula} celular`);
    for (const key of ['control', 'vacuna'] as const) {
      const records = await get(`/api/${key}?ninoId=${String(child._id)}`);
      if (records.length < expected[key]) lost.push(`${cedula} ${key}`);
      if (records.length > expected[key]) doubled.push(`${cedula} ${key}`);
    }
  }
  for (const cedula of deleted)
    if ((await get(`/api/nino?cedula=${cedula}`)).length > 0) lost.push(`${cedula} eliminar`);
  for (const cedula of unconfirmed) if ((await get(`/api/nino?cedula=${cedula}`)).length > 1) doubled.push(cedula);
  return { lost, doubled };
}
