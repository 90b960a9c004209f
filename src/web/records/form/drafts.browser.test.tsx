import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { addDays, showDay, today } from '#domain/calendar.ts';
import { clockBehind, setClockBehind } from '#domain/clock.ts';
import { forgetKeeper, keepDrafts, parseDraft } from '#web/lib/drafts.ts';
import { moveClock } from '#web/lib/server-clock.ts';
import { getSession } from '#web/lib/session.ts';
import { controlTimers } from '../../../../tests/support/controlled-timers.ts';
import { type FakeRecords, fakeBooklet } from '../../../../tests/support/fake-records.ts';
import { simulateHeldIds, simulateOpeningDevice } from '../../../../tests/support/held-on-device.ts';
import { leave, screenAt, shownAddress, signedInAs } from '../../../../tests/support/shown.tsx';

const RESTORED = page.getByText('Recuperamos lo que habías escrito.');
const LUIS = '0190a000-0000-7000-8000-000000000002';
const DAY_MS = 24 * 60 * 60 * 1_000;
/** A form stores its draft after a pause in typing. */
const RESTED_MS = 800;

let booklet: ReturnType<typeof fakeBooklet>;
beforeEach(() => {
  booklet = fakeBooklet('nino');
});

const open = (path: string) => screenAt(path, 'ROLE_SUPERVISOR', ...booklet.fakes);
const control = () => `/ninos/${booklet.id}?seccion=control`;
const weight = page.getByName('peso');
const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('libreta.draft.'));
const kept = () => JSON.parse(localStorage.getItem(drafts()[0] ?? '') ?? '{}');

async function leaveHalfWritten(): Promise<void> {
  await open(control());
  await weight.fill('8,9');
  await expect.poll(drafts).toHaveLength(1);
}

const phone = page.getByName('celular');

async function leaveEditHalfWritten(): Promise<void> {
  await open(`/ninos/${booklet.id}`);
  await phone.fill('0991111111');
  await expect.poll(drafts).toHaveLength(1);
  await open('/registros');
}

// proves D1, D10
test('a draft is restored at the next visit until it is discarded', async () => {
  await leaveHalfWritten();
  await page.getByRole('checkbox', { name: 'Micronutrientes' }).click();
  await open('/registros');
  await open(control());
  await expect.element(RESTORED).toBeVisible();
  await expect.element(weight).toHaveValue('8,9');
  await expect.element(page.getByRole('checkbox', { name: 'Micronutrientes' })).toBeChecked();
  await page.getByRole('button', { name: 'Descartar' }).click();
  await expect.element(weight).toHaveValue('');
  await expect.element(RESTORED).not.toBeInTheDocument();
  await open(control());
  await expect.element(weight).toHaveValue('');
  expect(drafts()).toEqual([]);
});

// proves D1
test('leaving still asks and says that nothing is lost, and an unchanged form leaves no draft', async () => {
  const pass = controlTimers();
  const names = page.getByName('nombres');
  await open('/mujer/add');
  await expect.element(names).toBeVisible();
  await pass(RESTED_MS);
  expect(drafts()).toEqual([]);
  await names.fill('A medias');
  await page.getByRole('link', { name: 'Volver' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect
    .element(dialog)
    .toHaveTextContent('Queda en este dispositivo y lo encontrarás al volver a este formulario.');
  await dialog.getByRole('button', { name: 'Salir sin guardar' }).click();
  await expect.poll(shownAddress).toBe('/registros');
  await open('/mujer/add');
  await expect.element(names).toHaveValue('A MEDIAS');
  await names.fill('');
  await expect.poll(drafts).toEqual([]);
});

// proves D2
test('a draft belongs to one form, one person and one user', async () => {
  await leaveHalfWritten();
  await open(`/ninos/${booklet.id}?seccion=anemia`);
  await expect.element(page.getByName('valorhemoglobina')).toBeVisible();
  await expect.element(RESTORED).not.toBeInTheDocument();
  await leave();
  signedInAs('ROLE_SUPERVISOR', LUIS);
  await screenAt(control(), null, ...booklet.fakes);
  await expect.element(weight).toHaveValue('');
  await expect.element(RESTORED).not.toBeInTheDocument();
  expect(drafts()).toHaveLength(1);
});

// proves D3
test('the draft of an edit keeps its version, so that a change by another account is not overwritten', async () => {
  const { rows }: FakeRecords = booklet.of('nino');
  await leaveEditHalfWritten();
  rows[0] = Object.assign({}, rows[0], { version: 2, direccion: 'OTRA PERSONA' });
  await open(`/ninos/${booklet.id}`);
  await expect.element(RESTORED).toBeVisible();
  await expect.element(phone).toHaveValue('0991111111');
  await page.getByRole('button', { name: 'Editar' }).click();
  await expect.element(page.getByText(/Otra persona cambió esta información/)).toBeVisible();
  await page.getByRole('button', { name: 'Cargar los datos actuales' }).click();
  await expect.element(page.getByName('direccion')).toHaveValue('OTRA PERSONA');
  await expect.element(phone).toHaveValue('0991111111');
  await page.getByRole('button', { name: 'Editar' }).click();
  await expect.element(page.getByText('¡Información Actualizada!')).toBeVisible();
  expect(rows[0]).toMatchObject({ celular: '0991111111', direccion: 'OTRA PERSONA' });
  await expect.poll(drafts).toEqual([]);
});

test('the draft of an edit that was saved before the page closed is removed, and the next edit does not conflict with it', async () => {
  const { rows }: FakeRecords = booklet.of('nino');
  await leaveEditHalfWritten();
  // Saved, and changed elsewhere in another field, while the draft was still stored.
  rows[0] = Object.assign({}, rows[0], { version: 3, celular: '0991111111', direccion: 'OTRA PERSONA' });
  await open(`/ninos/${booklet.id}`);
  await expect.element(phone).toHaveValue('0991111111');
  await expect.element(page.getByName('direccion')).toHaveValue('OTRA PERSONA');
  await expect.element(RESTORED).not.toBeInTheDocument();
  expect(drafts()).toEqual([]);
  await phone.fill('0992222222');
  await page.getByRole('button', { name: 'Editar' }).click();
  await expect.element(page.getByText('¡Información Actualizada!')).toBeVisible();
  expect(rows[0]).toMatchObject({ celular: '0992222222', direccion: 'OTRA PERSONA' });
});

// proves D15
test('without storage on the device the form works as before', async () => {
  const { setItem } = Storage.prototype;
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
    if (key.startsWith('libreta.draft.')) throw new DOMException('full', 'QuotaExceededError');
    setItem.call(this, key, value);
  });
  await open('/mujer/add');
  await page.getByName('nombres').fill('Sin sitio');
  await page.getByRole('link', { name: 'Volver' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect.element(dialog).toHaveTextContent('se perderá');
  await dialog.getByRole('button', { name: 'Seguir aquí' }).click();
  await expect.element(page.getByName('nombres')).toHaveValue('SIN SITIO');
});

/** Makes every draft on the device older. */
function age(days: number): void {
  for (const key of drafts()) {
    const draft = JSON.parse(localStorage.getItem(key) ?? '');
    localStorage.setItem(key, JSON.stringify({ ...draft, at: draft.at - days * DAY_MS }));
  }
}
const lastChange = () => kept().at;

// proves D14
test('a draft expires seven days after the last change, and opening the form is not a change', async () => {
  const pass = controlTimers();
  await leaveHalfWritten();
  await open('/registros');
  age(6.9);
  const before = lastChange();
  await open(control());
  await expect.element(RESTORED).toBeVisible();
  await pass(RESTED_MS);
  await open('/registros');
  expect(lastChange()).toBe(before);
  age(0.2);
  await open(control());
  await expect.element(weight).toHaveValue('');
  await expect.element(RESTORED).not.toBeInTheDocument();
  expect(drafts()).toEqual([]);
});

// proves D2
test('a draft that has not expired stays for its own user', async () => {
  const kept = JSON.stringify({ values: { hcu: '1' }, at: Date.now() - 6 * DAY_MS });
  localStorage.setItem('libreta.draft.otra.nino.nuevo', kept);
  await open('/ninos/add');
  await expect.element(page.getByName('hcu')).toHaveValue('');
  expect(drafts()).toEqual(['libreta.draft.otra.nino.nuevo']);
});

const keptId = () => String(kept().id);

// proves D11
test('a draft whose record is already saved is removed', async () => {
  await leaveHalfWritten();
  simulateHeldIds(keptId());
  await open(control());
  await expect.element(weight).toHaveValue('');
  await expect.element(RESTORED).not.toBeInTheDocument();
  await expect.poll(drafts).toEqual([]);
});

// proves D11
test('the device may report the saved record after the form was rendered', async () => {
  await leaveHalfWritten();
  await open('/registros');
  await open(control());
  await expect.element(RESTORED).toBeVisible();
  simulateHeldIds(keptId());
  await expect.element(weight).toHaveValue('');
  await expect.element(RESTORED).not.toBeInTheDocument();
  await expect.poll(drafts).toEqual([]);
});

test('the device may report the saved record at the moment when drafts become readable', async () => {
  const pass = controlTimers();
  await leaveHalfWritten();
  await open('/registros');
  const [key = ''] = drafts();
  const left = parseDraft(localStorage.getItem(key) ?? '');
  localStorage.removeItem(key);
  await open(control());
  await expect.element(weight).toHaveValue('');
  const nothing = () => undefined;
  const user = getSession()?._id ?? '';
  keepDrafts({ user, seals: true, read: () => left, write: () => true, remove: nothing, removeWhere: nothing });
  simulateHeldIds(left?.id ?? '');
  onTestFinished(forgetKeeper);
  await pass(RESTED_MS);
  await expect.element(weight).toHaveValue('');
  await expect.element(RESTORED).not.toBeInTheDocument();
});

// proves D11
test('values typed after the draft was restored become another record', async () => {
  await leaveHalfWritten();
  const before = keptId();
  await open('/registros');
  await open(control());
  await expect.element(RESTORED).toBeVisible();
  await weight.fill('9,1');
  simulateHeldIds(before);
  await expect.element(weight).toHaveValue('9,1');
  await expect.poll(keptId).not.toBe(before);
});

/** Presses Guardar while the device is still opening; the device then reports the restored record as saved. */
async function saveWhileItOpens(typed?: string): Promise<{ left: string; sent: string | undefined }> {
  await open(control());
  await weight.fill('8,9');
  for (const [name, value] of Object.entries({ longitud: '62', perimetro: '41' }))
    await page.getByName(name).fill(value);
  await expect.poll(() => kept().values).toMatchObject({ longitud: 62, perimetro: 41 });
  await open('/registros');
  const left = keptId();
  await open(control());
  await expect.element(RESTORED).toBeVisible();
  const device = simulateOpeningDevice();
  if (typed) await weight.fill(typed);
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  // Sending waits for the device.
  await device.asked;
  const { rows } = booklet.of('control');
  const before = rows.length;
  simulateHeldIds(left);
  device.open();
  await expect.poll(() => rows.length).toBe(before + 1);
  return { left, sent: rows[0]?._id };
}

test('edited values get a new id if the device reports the saved record after Guardar was pressed', async () => {
  const { left, sent } = await saveWhileItOpens('9,1');
  expect(sent).not.toBe(left);
});

test('unedited values are sent under the same id, so that the record exists only once', async () => {
  const { left, sent } = await saveWhileItOpens();
  expect(sent).toBe(left);
});

// proves D11
test('a draft stays if the saved record on the device is another one', async () => {
  await leaveHalfWritten();
  simulateHeldIds('0190a000-0000-7000-8000-00000000dead');
  await open(control());
  await expect.element(weight).toHaveValue('8,9');
});

test('the date of an open new form follows a corrected clock, unless another day was typed', async () => {
  const clock = clockBehind();
  onTestFinished(() => setClockBehind(clock));
  const date = page.getByName('fecha');
  await open(control());
  await expect.element(date).toHaveValue(showDay(today()));
  await weight.fill('8,9');
  moveClock(-3 * DAY_MS);
  await expect.element(date).toHaveValue(showDay(today()));
  await expect.element(weight).toHaveValue('8,9');
  await date.fill(showDay(addDays(today(), -1)));
  moveClock(2 * DAY_MS);
  await expect.element(date).toHaveValue(showDay(addDays(today(), -3)));
});
