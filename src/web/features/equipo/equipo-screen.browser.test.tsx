import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { z } from 'zod';
import { operationSchema } from '#domain/calls/operation.ts';
import { recordCalls } from '#domain/calls/records.ts';
import { handInOperations, type Outcome, sendOperations } from '#domain/calls/sending.ts';
import { AppError } from '#domain/errors.ts';
import { control } from '#domain/records/control.ts';
import { nino } from '#domain/records/nino.ts';
import type { NewOperation } from '#domain/sync/lane.ts';
import { TERRITORY } from '#domain/territory.ts';
import { deviceStatus } from '#web/device/shown/status.ts';
import { waitingWork } from '#web/device/shown/waiting-work.ts';
import { answering, type Fake, refusing } from '../../../../tests/support/answering.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { inHealth, withoutPauses } from '../../../../tests/support/breaking.ts';
import { childOnDevice } from '../../../../tests/support/child-on-device.ts';
import { fakeBooklet } from '../../../../tests/support/fake-records.ts';
import {
  button,
  confirm,
  dialog,
  expectCount,
  expectTexts,
  pathOf,
  readNotice,
} from '../../../../tests/support/on-screen.ts';
import { onPhone, screenAt } from '../../../../tests/support/shown.tsx';
import { anOperation, workOnDevice } from '../../../../tests/support/work-on-device.ts';

const SISA = '0190a000-0000-7000-8000-00000000000a';
const TUPAK = '0190a000-0000-7000-8000-00000000000b';
const NEW = '0190a000-0000-7000-8000-00000000000c';
const TAKEN = { msg: 'Ya existe un niño registrado con esta cédula', path: 'cedula' };

let device: Awaited<ReturnType<typeof workOnDevice>>;
beforeEach(async () => {
  withoutPauses();
  device = await workOnDevice(
    childOnDevice(SISA, { nombres: 'SISA', apellidos: 'GUALÁN', cedula: '0650128831' }),
    childOnDevice(TUPAK, { nombres: 'TUPAK', apellidos: 'CAJO', cedula: '0650000001' }),
  );
  return () => device.end();
});

const open = (...fakes: Fake[]) => screenAt('/equipo', 'ROLE_BRIGADA', inHealth(), ...fakes);
const section = (name: string) => page.getByRole('region', { name, exact: true });
const items = (name: string) => section(name).getByRole('heading', { level: 3 });

const weighing = (persona: string, change: Partial<NewOperation> = {}) =>
  anOperation({
    ...{ persona, tipo: 'control', _id: crypto.randomUUID(), valores: { ...control.example, peso: 8.5 } },
    ...change,
  });

const refusal = (message: Outcome['message'], code = 'invalid'): Outcome => ({
  ...{ op: '', estado: 'rechazada', code, message },
});
const refused = (one: NewOperation, message: Outcome['message'], code?: string) => ({
  ...one,
  ...{ estado: 'rechazada' as const, respuesta: refusal(message, code) },
});
const made = (change: Partial<NewOperation> = {}) =>
  anOperation({ persona: NEW, valores: { ...nino.example, nombres: 'NUEVO', apellidos: 'ILLAPA' }, ...change });

const anySending = z.object({ operaciones: z.array(operationSchema) });
const sent = (body: unknown) => (body ? anySending.parse(body).operaciones : []);

/** A server that applies every operation. */
const doing = () =>
  answering(sendOperations, ({ body }) => ({
    resultados: sent(body).map(({ op }) => ({ op, estado: 'hecha' as const, sello: '1' })),
  }));

const stateOf = (op: string) => waitingWork.get()?.find((one) => one.op === op)?.estado;
const ops = () => waitingWork.get()?.map(({ op }) => op);

test('pending operations are listed with their people and sent on request', async () => {
  const release = vi.fn(async () => undefined);
  const request = vi
    .spyOn(navigator.wakeLock, 'request')
    .mockImplementation(async () => ({ release }) as unknown as WakeLockSentinel);
  const sending = doing();
  const edit = { ...nino.example, nombres: 'TUPAK', apellidos: 'CAJO' };
  await device.keep(weighing(SISA), anOperation({ persona: TUPAK, hace: 'reemplazar', version: 3, valores: edit }));
  await open(sending);
  await expectTexts(items('Por enviar'), ['SISA GUALÁN', 'TUPAK CAJO']);
  await expect.element(section('Por enviar')).toHaveTextContent(/Control: nuevo registro · hoy a las/);
  await expect.element(section('Por enviar')).toHaveTextContent(/Cambio de sus datos · hoy a las/);
  await expect.element(page.getByRole('link', { name: '2 por enviar' }).first()).toBeVisible();
  await expect.element(section('Por enviar')).not.toHaveTextContent('Espera a lo que');
  await expectElementAccessible();
  await button('Enviar ahora').click();
  await readNotice('Todo enviado', 'El servidor ya tiene lo que estaba por enviar.');
  await expectCount(section('Por enviar'), 0);
  expect(sent(sending.requests[0]?.body).map(({ tipo }) => tipo)).toEqual(['control', 'nino']);
  expect(request).toHaveBeenCalledWith('screen');
  await expect.poll(() => release.mock.calls.length).toBe(1);
});

test('while the password dialog is open, nothing is shown as being sent', async () => {
  await device.keep(weighing(SISA));
  await open(refusing(sendOperations, new AppError('unauthenticated')));
  await button('Enviar ahora').click();
  await expect.element(page.getByRole('dialog')).toHaveTextContent('Tu sesión');
  await expect.element(section('Por enviar')).toHaveTextContent('Escribe tu contraseña para enviar');
  await button('Salir', page.getByRole('dialog')).click();
  await expect.poll(pathOf).toBe('/login');
});

test('without a connection the notice says that nothing is lost', async () => {
  await device.keep(weighing(SISA));
  await screenAt('/equipo', 'ROLE_BRIGADA');
  await button('Enviar ahora').click();
  await readNotice('Sin señal', 'sigue guardado en este equipo');
  await expectCount(items('Por enviar'), 1);
});

test('a list of a thousand operations shows ten per page', async () => {
  const many = Array.from({ length: 1_000 }, () => weighing(SISA));
  await device.work.outbox.add(many[0] as NewOperation);
  // It is shown a moment after it is stored.
  await expect.poll(() => waitingWork.get()).toHaveLength(1);
  const [first] = waitingWork.get() ?? [];
  if (!first) throw new Error('nothing waits');
  await open();
  waitingWork.set(many.map((one, at) => ({ ...first, ...one, orden: at + 1 })));
  await expectCount(items('Por enviar'), 10);
  await expect.element(section('Por enviar')).toHaveTextContent('1–10 de 1.000');
  await section('Por enviar').getByRole('button', { name: 'Siguiente' }).click();
  await expect.element(section('Por enviar')).toHaveTextContent('11–20 de 1.000');
  await expectCount(items('Por enviar'), 10);
});

// proves D16
test('a refused record is moved back into its form, and removed only once the draft is stored', async () => {
  const booklet = fakeBooklet('nino');
  const one = weighing(booklet.id, { valores: { ...control.example, peso: 8.75 } });
  await device.keep(refused(one, [{ msg: 'Debe estar entre 1 y 30', path: 'peso' }]));
  await open(...booklet.fakes);
  await expect.element(section('Para revisar')).toHaveTextContent('Peso: Debe estar entre 1 y 30');
  await expectElementAccessible();
  await button('Corregir').click();
  await expect.poll(pathOf).toBe(`/ninos/${booklet.id}`);
  await expect.element(page.getByName('peso')).toHaveValue('8,75');
  await expect.element(page.getByText('Recuperamos lo que habías escrito.')).toBeVisible();
  await expect.poll(ops).toEqual([]);
});

// proves D16
test('without room for the draft the refused record stays, and another draft is replaced only after a question', async () => {
  const booklet = fakeBooklet('nino');
  const one = weighing(booklet.id);
  await device.keep(refused(one, 'No se pudo.'));
  await screenAt(`/ninos/${booklet.id}?seccion=control`, 'ROLE_BRIGADA', inHealth(), ...booklet.fakes);
  await page.getByName('peso').fill('4,4');
  await expect.poll(() => Object.keys(localStorage).some((key) => key.startsWith('libreta.draft.'))).toBe(true);
  await open(...booklet.fakes);
  await button('Corregir').click();
  await expect.element(dialog()).toHaveTextContent('ya tienes un registro a medias');
  await confirm('Dejarlo');
  expect([ops(), pathOf()]).toEqual([[one.op], '/equipo']);
  const { setItem } = Storage.prototype;
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
    if (key.startsWith('libreta.draft.')) throw new DOMException('full', 'QuotaExceededError');
    setItem.call(this, key, value);
  });
  await button('Corregir').click();
  await confirm('Cambiarlo');
  await readNotice('No se pudo hacer', 'El registro sigue aquí');
  expect([ops(), pathOf()]).toEqual([[one.op], '/equipo']);
});

// proves D16
test.each([
  ['notFound', 'puedes descartarlo'],
  ['forbidden', 'puedes entregarlo a supervisión'],
] as const)('a refused record whose booklet cannot be opened (%s) stays, with its way out', async (code, wayOut) => {
  const one = weighing(NEW);
  await device.keep(refused(one, 'No se encontró la información solicitada.', 'notFound'), weighing(SISA));
  const { one: person } = recordCalls(nino);
  await open(refusing(person, new AppError(code)), refusing(sendOperations, new AppError(code)));
  await button('Enviar ahora').click();
  await readNotice('No se envió todo', 'sigue guardado en este equipo');
  await button('Corregir').click();
  await readNotice('No se pudo hacer', `tu registro sigue aquí, y ${wayOut}`);
  expect(pathOf()).toBe('/equipo');
  expect(ops()).toContain(one.op);
  expect(Object.keys(localStorage).filter((key) => key.startsWith('libreta.draft.'))).toEqual([]);
  await expect.element(button('Descartar')).toBeVisible();
  await expectCount(button('Entregar a supervisión'), code === 'forbidden' ? 1 : 0);
});

test('discarding tells how many records go with it, and the result is listed', async () => {
  await device.keep(refused(made(), [TAKEN], 'conflict'), weighing(NEW), weighing(NEW), weighing(SISA));
  await open(doing());
  await expectTexts(items('Para revisar'), ['NUEVO ILLAPA']);
  await button('Descartar').click();
  await expect.element(dialog()).toHaveTextContent('También se descartan 2 registros de su libreta.');
  await confirm('Cancelar');
  expect(ops()).toHaveLength(4);
  await button('Descartar').click();
  await confirm('Descartar');
  await expectCount(section('Para revisar'), 0);
  await expect.element(section('Enviado')).toHaveTextContent(/Libreta nueva.*Descartado por ti/);
  await expect.poll(() => waitingWork.get()?.map(({ persona }) => persona)).toEqual([SISA]);
});

test('a record that is sent again leaves the review list', async () => {
  const one = weighing(SISA);
  await device.keep(refused(one, 'Ocurrió un error inesperado.', 'internal'));
  const sending = doing();
  await open(sending);
  await button('Enviar otra vez').click();
  await expectCount(section('Para revisar'), 0);
  await expect.poll(() => sending.requests.length).toBe(1);
  await expect.poll(() => stateOf(one.op)).toBe('hecha');
});

test('records of a person who is already registered can be moved to the existing booklet', async () => {
  const twice = made({ valores: { ...nino.example, cedula: '0650128831', nombres: 'SISA' } });
  const record = weighing(NEW);
  await device.keep(refused(twice, [TAKEN], 'conflict'), record);
  const sending = doing();
  await open(sending);
  await button('Pasar mis registros a su libreta').click();
  await readNotice('Registros pasados', 'en la libreta que ya existía');
  await expect.poll(() => sent(sending.requests.at(-1)?.body)).toMatchObject([{ op: record.op, persona: SISA }]);
});

const UNDECIDED = { estado: 'retenida', motivo: 'mismaPersona' } as const;

test('for a person unknown to this device supervision decides, and the records wait for the booklet', async () => {
  const twice = made({ valores: { ...nino.example, cedula: '0650777777' } });
  const record = weighing(NEW);
  await device.keep(refused(twice, [TAKEN], 'conflict'), record);
  const undecided = ({ body }: { body: unknown }) => ({
    resultados: sent(body).map(({ op }) => ({ op, ...UNDECIDED })),
  });
  const [handing, sending] = [answering(handInOperations, undecided), answering(sendOperations, undecided)];
  await open(handing, sending);
  await button('Es la misma persona').click();
  await readNotice('Entregado a supervisión', 'Tus registros esperan en este equipo');
  await expect.element(section('Para revisar')).toHaveTextContent('Supervisión revisa si es la misma persona.');
  await expectCount(button('Es la misma persona'), 0);
  expect(handing.requests.map(({ body }) => [body.motivo, sent(body).map(({ op }) => op)])).toEqual([
    ['mismaPersona', [twice.op]],
  ]);
  await button('Enviar ahora').click();
  await readNotice('Falta revisar algo', 'espera a lo que está en «Para revisar»');
  await expect
    .element(section('Por enviar'))
    .toHaveTextContent('Espera a lo que está en «Para revisar» de esta libreta.');
  // The decision is asked for, and the records stay here.
  for (const { body } of sending.requests) expect(sent(body).map(({ op }) => op)).toEqual([twice.op]);
  expect(ops()).toEqual([twice.op, record.op]);
});

test('the notice that something needs a decision is shown once, and goes when nothing needs one', async () => {
  for (const persona of [SISA, TUPAK])
    await device.keep(refused(weighing(persona), 'Revisa el peso'), weighing(persona));
  await open(doing());
  const notice = page.getByRole('status').filter({ hasText: 'Falta revisar algo' });
  for (const _ of ['once', 'again']) {
    await button('Enviar ahora').click();
    await expectCount(notice, 1);
    await expect.element(button('Enviar ahora')).toBeEnabled();
  }
  await expectCount(notice, 1);
  for (const left of [1, 0]) {
    await button('Descartar').first().click();
    await confirm('Descartar');
    await expectCount(items('Para revisar'), left);
    await expectCount(notice, left);
  }
});

test('after supervision has accepted the person, her records are sent', async () => {
  const twice = made();
  const record = weighing(NEW);
  await device.keep({ ...twice, estado: 'rechazada', respuesta: { op: twice.op, ...UNDECIDED } }, record);
  await open(doing());
  await button('Enviar ahora').click();
  await expectCount(section('Para revisar'), 0);
  await expect.poll(() => [stateOf(twice.op), stateOf(record.op)]).toEqual(['hecha', 'hecha']);
});

test('a closed request shows the reason, and what is sent again has another id that its edits follow', async () => {
  const twice = made();
  const { valores } = twice;
  const edit = anOperation({ persona: NEW, hace: 'reemplazar', version: 1, valores: { ...valores, zona: '7' } });
  await device.keep(
    { ...twice, estado: 'rechazada', respuesta: { op: twice.op, ...UNDECIDED } },
    { ...edit, antes: valores },
  );
  const closed = { estado: 'rechazada', code: 'settled', motivo: 'mismaPersona', message: 'Es su hermana' } as const;
  const sending = answering(sendOperations, ({ body }) => ({
    resultados: sent(body).map(({ op }) =>
      op === twice.op ? { op, ...closed } : { op, estado: 'hecha' as const, sello: '1' },
    ),
  }));
  await open(sending);
  await button('Enviar ahora').click();
  await expect.element(section('Para revisar')).toHaveTextContent('Es su hermana');
  await expectElementAccessible();
  await expect.element(button('Corregir')).toBeVisible();
  await expectCount(button('Es la misma persona'), 0);
  await button('Enviar otra vez').click();
  await expectCount(section('Para revisar'), 0);
  await expect.poll(() => stateOf(edit.op)).toBe('hecha');
  const [born, later] = sent(sending.requests.at(-1)?.body);
  expect([born?._id, later?.op, later?.tras]).toEqual([NEW, edit.op, born?.op]);
  expect(born?.op).not.toBe(twice.op);
});

const BEFORE = { ...nino.example, celular: '0991111111', direccion: 'COLTA', zona: '3' };
const conflicting = (hace: 'reemplazar' | 'eliminar') => ({
  ...anOperation({ persona: SISA, hace, version: 3, antes: BEFORE, campos: [...nino.fieldNames] }),
  valores: { ...BEFORE, celular: '0992222222', direccion: 'GUANO' },
  estado: 'conflicto' as const,
  respuesta: {
    ...refusal('Otra persona cambió esta información.', 'outdated'),
    actual: { ...BEFORE, celular: '0993333333', zona: '4', version: 5, _id: SISA },
    autor: { nombre: 'Luis', apellido: 'Cajo', momento: new Date().toISOString() },
  },
});

test('a conflict is resolved field by field, and the discarded values are sent too', async () => {
  await onPhone();
  await device.keep(conflicting('reemplazar'));
  const sending = doing();
  await open(sending);
  await button('Comparar y elegir').click();
  const sheet = page.getByRole('dialog', { name: 'Comparar y elegir' });
  await expectCount(sheet.getByRole('radiogroup'), 3);
  await expect.element(sheet).toHaveTextContent(/Lo tuyo \(hoy a las \d\d:\d\d, sin señal\)/);
  await expect.element(sheet).toHaveTextContent(/Lo guardado \(Luis Cajo, hoy a las \d\d:\d\d\)/);
  await expect.element(sheet).toHaveTextContent('Antes: COLTA');
  await expect.element(sheet.getByRole('radio', { name: 'GUANO' })).toBeChecked();
  await expect.element(sheet.getByRole('radio', { name: /^4 ?Lo guardado/ })).toBeChecked();
  await expect.element(sheet).toHaveTextContent('Falta elegir 1 dato.');
  await expect.element(button('Guardar así', sheet)).toBeDisabled();
  await expectElementAccessible();
  await sheet.getByRole('radio', { name: '0992222222' }).click();
  await button('Guardar así', sheet).click();
  await expectCount(sheet, 0);
  await expect
    .poll(() => sent(sending.requests[0]?.body)[0])
    .toMatchObject({
      version: 5,
      valores: { celular: '0992222222', direccion: 'GUANO', zona: '4' },
      descartado: { celular: '0993333333' },
    });
});

test('a comparison that cannot be stored says so in its sheet, and keeps what was chosen', async () => {
  await onPhone();
  await device.keep(conflicting('reemplazar'));
  await open(doing());
  await button('Comparar y elegir').click();
  const sheet = page.getByRole('dialog', { name: 'Comparar y elegir' });
  await sheet.getByRole('radio', { name: '0992222222' }).click();
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await button('Guardar así', sheet).click();
  await expect.element(sheet.getByRole('alert')).toHaveTextContent('No se pudo guardar. Nada se perdió');
  await expect.element(sheet.getByRole('radio', { name: '0992222222' })).toBeChecked();
});

test.each([
  ['Eliminar de todos modos', 1],
  ['No eliminar', 0],
])("a deletion in conflict with another account's change: %s", async (choice, sent) => {
  await device.keep(conflicting('eliminar'));
  const sending = doing();
  await open(sending);
  await expect.element(section('Para revisar')).toHaveTextContent('¿La eliminas de todos modos?');
  await button(choice).click();
  // The deletion also affects records of others, so it needs a confirmation.
  if (sent > 0) await button(choice, page.getByRole('alertdialog')).click();
  await expectCount(section('Para revisar'), 0);
  await expect.poll(() => sending.requests.length).toBe(sent);
});

test('an account that may no longer send hands in everything, fifty at a time', async () => {
  await device.keep(...Array.from({ length: 51 }, () => weighing(SISA)));
  const handing = answering(handInOperations, ({ body }) => ({
    resultados: sent(body).map(({ op }) => ({ op, estado: 'retenida' as const, motivo: 'rol' as const })),
  }));
  await open(handing, refusing(sendOperations, new AppError('forbidden')));
  await device.work.sendNow();
  await expect.element(page.getByRole('heading', { name: 'Tu cuenta ya no puede enviar registros' })).toBeVisible();
  await expectElementAccessible();
  await button('Entregar a supervisión').click();
  await expect.element(dialog()).toHaveTextContent('Supervisión recibe 51 registros');
  await confirm('Entregar');
  await readNotice('Entregado a supervisión', 'Supervisión tiene ahora 51 registros.');
  expect(handing.requests.map(({ body }) => [body.motivo, sent(body).length])).toEqual([
    ['rol', 50],
    ['rol', 1],
  ]);
  await expect.element(section('Enviado')).toHaveTextContent('Entregado a supervisión');
  await expect.poll(ops).toEqual([]);
});

test('an account without booklets is led to the records that it can hand in, and to nothing else', async () => {
  await device.keep(weighing(SISA));
  await screenAt('/bienvenida', 'ROLE_USUARIO', inHealth(), refusing(sendOperations, new AppError('forbidden')));
  await device.work.sendNow();
  await page.getByRole('link', { name: 'Tu cuenta ya no puede enviar registros' }).first().click();
  await expect.poll(pathOf).toBe('/equipo');
  await expect.element(button('Entregar a supervisión')).toBeVisible();
  await expectCount(button('Borrar lo guardado'), 0);
});

test('an account without a vault sees a sentence', async () => {
  device.end();
  await screenAt('/equipo', 'ROLE_USUARIO', inHealth());
  await expect.element(page.getByText('Tu cuenta no guarda libretas en este equipo.')).toBeVisible();
});

test('the cantons that a supervisor carries are in the field although they are loaded after a reload, so that adding one keeps them', async () => {
  const { COLTA = '', GUAMOTE = '' } = TERRITORY.CHIMBORAZO?.cantones ?? {};
  const loaded = deviceStatus.get();
  deviceStatus.set(null);
  await screenAt('/equipo', 'ROLE_SUPERVISOR', inHealth());
  const cantons = section('Cantones que llevas');
  await expect.element(button('No llevar ninguno', cantons)).toBeDisabled();
  if (loaded) deviceStatus.set({ ...loaded, cantones: [COLTA, GUAMOTE] });
  await expect.element(button('Llevar estos cantones', cantons)).toBeDisabled();
  for (const name of ['COLTA', 'GUAMOTE']) await expect.element(cantons.getByText(name, { exact: true })).toBeVisible();
  await cantons.getByRole('combobox', { name: 'Cantones' }).fill('ALAUS');
  await page.getByRole('option', { name: 'ALAUSÍ' }).click();
  await expect.element(button('Llevar estos cantones', cantons)).toBeEnabled();
  await expect.element(cantons.getByText('COLTA', { exact: true })).toBeVisible();
});
