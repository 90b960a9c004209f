import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { z } from 'zod';
import { getSettings } from '#domain/calls/settings.ts';
import { createSystem, listSystems, revokeSystem, type StoredSystem, saveSystem } from '#domain/calls/systems.ts';
import { AppError } from '#domain/errors.ts';
import { publicKeysText, readPublicKeys } from '#domain/exchange/public-keys.ts';
import type { SystemValues } from '#domain/exchange/system-fields.ts';
import { answering } from '../../../../tests/support/answering.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { controlTimers } from '../../../../tests/support/controlled-timers.ts';
import { button, confirm, expectCount, form, main } from '../../../../tests/support/on-screen.ts';
import { onPhone, screenAt } from '../../../../tests/support/shown.tsx';

/** The public key of a pair whose private part nobody has. */
const KEY = {
  kty: 'EC',
  kid: 'firma-1',
  crv: 'P-384',
  x: 'ZelatIDCWyur_ELuJvwtnVWWR7xAU3yjVrtuj5p57bitkW6bFp5hwYLle5YJmJ8V',
  y: 'RdlGGNxZuKgfGxdAXhcFXeg8c3RzUy7iLcVl6XAm8WQTw5H5vmycBs6zbjirB8F0',
};
const PASTED = JSON.stringify(KEY);
const read = readPublicKeys(PASTED);
const STORED_KEYS = 'keys' in read ? publicKeysText(read.keys) : '';

const ADDRESSES = {
  fhir: 'https://libreta.salud.gob.ec/fhir',
  token: 'https://libreta.salud.gob.ec/fhir/token',
  configuracion: 'https://libreta.salud.gob.ec/fhir/.well-known/smart-configuration',
};

const stored = (change: Partial<StoredSystem> = {}): StoredSystem => ({
  ...{ _id: crypto.randomUUID(), version: 1, nombre: 'Repositorio nacional', hasta: null, llaves: STORED_KEYS },
  ...{ alcances: ['system/Patient.rs'], lugares: null, estado: 'activo', fechaRegistro: '2026-11-27T12:00:00.000Z' },
  ...{ ultimoUso: null, revocado: null },
  ...change,
});

/** What the server tells integrators, of which the screen shows the addresses. */
const configuration = answering(
  {
    method: 'GET',
    path: '/fhir/.well-known/smart-configuration',
    permission: 'public',
    tag: 'sistemas',
    answer: z.object({ token_endpoint: z.string() }),
  },
  () => ({ token_endpoint: ADDRESSES.token }),
);

/** The calls of a list of systems. */
function fakeSystems(...first: StoredSystem[]) {
  let rows = first;
  const list = answering(listSystems, () => rows);
  const create = answering(createSystem, ({ body: { _id, ...values } }) => {
    const row = stored({ ...(values as SystemValues), _id: String(_id) });
    rows = [...rows, row];
    return { ...row, message: 'El sistema ha sido registrado correctamente.' };
  });
  const replace = answering(saveSystem, ({ params, body: { version, ...values } }) => {
    const before = rows.find(({ _id }) => _id === params.id);
    if (!before) throw new AppError('notFound');
    if (before.version !== version) throw new AppError('outdated', { row: before });
    const row = { ...before, ...(values as SystemValues), version: before.version + 1 };
    rows = rows.map((other) => (other._id === row._id ? row : other));
    return { ...row, message: 'El sistema ha sido actualizado correctamente.' };
  });
  const revoke = answering(revokeSystem, ({ params }) => {
    rows = rows.map((row) =>
      row._id === params.id ? { ...row, estado: 'revocado', revocado: '2026-11-27T13:00:00.000Z' } : row,
    );
    return { message: 'El sistema ya no puede entrar.' };
  });
  /** Another administrator changes what each system reads. */
  const saveElsewhere = (alcances: string[]) => {
    rows = rows.map((row) => ({ ...row, alcances, version: row.version + 1 }));
  };
  return { create, replace, revoke, saveElsewhere, all: [list, configuration, create, replace, revoke] };
}

const settings = (fhir: boolean) => answering(getSettings, () => ({ registro: true, metas: true, fhir }));

async function openSystems(...rows: StoredSystem[]) {
  const systems = fakeSystems(...rows);
  await screenAt('/admin/sistemas', 'ROLE_ADMINISTRADOR', settings(true), ...systems.all);
  return systems;
}

const choose = async (name: string, typed: string, option: string) => {
  const list = page.getByRole('combobox', { name });
  await list.click();
  await list.fill(typed);
  await page.getByRole('option', { name: option, exact: true }).click();
};

test('an administrator registers a system that reads some kinds of some places', async () => {
  const systems = await openSystems();
  await expect.element(main().getByText('Todavía no hay sistemas')).toBeVisible();
  await button('Registrar sistema').click();
  await button('Registrar', form()).click();
  await expectCount(form().getByText('Este campo es obligatorio'), 2);
  await expect.element(form().getByText('Elige al menos un permiso')).toBeVisible();
  await expect.element(form().getByText('Elige al menos un lugar, o todo el país')).toBeVisible();
  expect(systems.create.requests).toEqual([]);
  await page.getById('nombre').fill('Repositorio nacional');
  await page.getById('llaves').fill(PASTED);
  await choose('Qué puede leer', 'vacunas', 'Vacunas · system/Immunization.rs');
  await choose('De qué lugares', 'colta', 'COLTA, CHIMBORAZO');
  await choose('De qué lugares', 'loja (', 'LOJA (toda)');
  await button('Registrar', form()).click();
  await expectCount(form(), 0);
  await expect.element(main().getByText('COLTA, CHIMBORAZO · LOJA (toda)')).toBeVisible();
  await expect.element(main().getByText('firma-1 (ES384)')).toBeVisible();
  expect(systems.create.requests).toMatchObject([
    {
      body: {
        alcances: ['system/Immunization.rs'],
        lugares: [
          { provincia: 'CHIMBORAZO', canton: 'COLTA' },
          { provincia: 'LOJA', canton: '' },
        ],
        hasta: null,
      },
    },
  ]);
});

test('a private key is refused before it is sent', async () => {
  const systems = await openSystems();
  await button('Registrar sistema').click();
  await page.getById('llaves').fill(JSON.stringify({ ...KEY, d: 'c2VjcmV0bw' }));
  await button('Registrar', form()).click();
  await expect.element(form().getByText(/^Hay una clave privada en el texto\./)).toBeVisible();
  expect(systems.create.requests).toEqual([]);
});

test('a system is shown with what it reads and where its integrator finds it, changed, and revoked for good', async () => {
  const systems = await openSystems(stored({ ultimoUso: '2026-11-27T12:30:00.000Z' }));
  await expect.element(main().getByText('Activo', { exact: true })).toBeVisible();
  await expect.element(main().getByText('Mujeres, niñas y niños')).toBeVisible();
  await expect.element(main().getByText(ADDRESSES.token, { exact: true })).toBeVisible();
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  // The button says so for a second only.
  controlTimers({ alone: true });
  await button('Copiar Dirección de las fichas (aud)').click();
  await expect.element(button('Copiado: Dirección de las fichas (aud)')).toBeVisible();
  vi.useRealTimers();
  expect(write).toHaveBeenCalledExactlyOnceWith(ADDRESSES.token);
  await button('Editar Repositorio nacional').click();
  await page.getById('hasta').fill('31/12/2099');
  await button('Guardar Cambios', form()).click();
  await expectCount(form(), 0);
  await expect.element(main().getByText('31/12/2099')).toBeVisible();
  expect(systems.replace.requests).toMatchObject([
    { body: { version: 1, hasta: '2099-12-31', lugares: null, llaves: STORED_KEYS } },
  ]);
  await button('Revocar Repositorio nacional').click();
  await confirm('Revocar');
  await main().getByText('Un sistema revocado').click();
  await expect.element(main().getByText('Revocado', { exact: true }).first()).toBeVisible();
  await expectCount(button('Editar Repositorio nacional'), 0);
  expect(systems.revoke.requests).toHaveLength(1);
});

test('after a conflict a second save stores what was typed here, with what another administrator changed', async () => {
  const systems = await openSystems(stored());
  await button('Editar Repositorio nacional').click();
  systems.saveElsewhere(['system/Location.rs']);
  await page.getById('nombre').fill('Otro nombre');
  await button('Guardar Cambios', form()).click();
  await expect.poll(() => systems.replace.requests.length).toBe(1);
  await button('Guardar Cambios', form()).click();
  await expectCount(form(), 0);
  expect(systems.replace.requests.map(({ body }) => body)).toMatchObject([
    { version: 1, nombre: 'Otro nombre', alcances: ['system/Patient.rs'] },
    { version: 2, nombre: 'Otro nombre', alcances: ['system/Location.rs'] },
  ]);
});

test('an administrator sees what is answered, follows a link, and is told what is wrong with a query', async () => {
  await openSystems();
  const requested: string[] = [];
  const fetchBefore = globalThis.fetch;
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const path = String(address);
    if (!path.startsWith('/fhir/') || path.includes('well-known')) return fetchBefore(address, init);
    requested.push(path);
    const isKnown = path.includes('Patient');
    const body = isKnown
      ? { resourceType: 'Bundle', total: 7 }
      : { resourceType: 'OperationOutcome', issue: [{ diagnostics: 'No existe Paciente.' }] };
    const headers = { 'content-type': 'application/fhir+json; charset=utf-8' };
    return new Response(JSON.stringify(body), { status: isKnown ? 200 : 404, headers });
  });
  await button('Leer').click();
  await expect.element(main().getByText('"total": 7')).toBeVisible();
  const query = main().getByRole('textbox', { name: 'Consulta' });
  await query.fill(`${ADDRESSES.fhir}/Patient?_page=abc`);
  await button('Leer').click();
  await expect.poll(() => requested).toHaveLength(2);
  await query.fill('Paciente');
  await button('Leer').click();
  await expect.element(main().getByText('No existe Paciente.')).toBeVisible();
  expect(requested).toEqual(['/fhir/Patient?_count=1', '/fhir/Patient?_page=abc', '/fhir/Paciente']);
});

test('where the exchange is switched off, the screen says so and no list links to it', async () => {
  await screenAt('/admin/sistemas', 'ROLE_ADMINISTRADOR', settings(false));
  await expect.element(main().getByText('El intercambio está apagado')).toBeVisible();
});

test('the form is accessible on a phone', async () => {
  await onPhone();
  await openSystems(stored());
  await button('Registrar sistema').click();
  await expect.element(form()).toBeVisible();
  await expectElementAccessible();
});
