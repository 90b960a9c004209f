import { desc, eq } from 'drizzle-orm';
import { calculateJwkThumbprint } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Call } from '#domain/calls/define-call.ts';
import { CATALOGS } from '#domain/catalogs.ts';
import { RECORD_LIST, RECORDS } from '#domain/records/index.ts';
import { journal } from '#server/db/schema.ts';
import type { Answer, ApiClient } from '../support/api-client.ts';
import { codeOf } from '../support/authenticator.ts';
import { everyCall } from '../support/every-call.ts';
import { type Body, bodyWith, createRecord, newCedula, newDevice, newUser } from '../support/factories.ts';
import { goalBody } from '../support/goals.ts';
import {
  csvOf,
  imported,
  newLetters,
  rehearsed,
  sendFile,
  WOMAN_COLUMNS,
  womanFile,
  work,
} from '../support/imports.ts';
import { createLane, creating, operation } from '../support/lane.ts';
import { SOME_KEY, systemBody } from '../support/systems.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';
import { withoutRole } from '../support/without-role.ts';

let api: TestApi;
let brigada: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  brigada = await api.user('ROLE_BRIGADA');
});
afterAll(() => api.close());

/** The expected journal entry, without request, address and instant. */
interface Expected {
  answer: Answer;
  actor: string | null;
  action: string;
  kind: string;
  about?: string | null;
  person?: string | null;
  before?: Body | null;
  after?: Body | null;
  /** Entries about the records that the call changed, besides its own. */
  beside?: { action: string; kind: string }[];
}

type Example = () => Promise<Expected>;

const signedIn = async ({ cedula, password }: TestUser): Promise<ApiClient> =>
  api.client((await api.anonymous.post('/api/auth/signin', { cedula, password })).body.accessToken);

/** A user signed in with a second factor. */
async function enrolled() {
  await api.admin.put(`/api/segundo-factor/${await api.roleId('ROLE_USUARIO')}`, { exigido: true });
  const user = await api.user('ROLE_USUARIO');
  const { cedula, password } = user;
  const signIn = async (more: object = {}) =>
    (await api.anonymous.post('/api/auth/signin', { cedula, password, ...more })).body;
  const { secreto, sello } = (await signIn()).alta;
  const { accessToken } = await signIn({ codigo: codeOf(secreto), sello });
  return { user, own: api.client(accessToken) };
}

/** A user with a vault on a device. */
async function onDevice() {
  const user = await api.user('ROLE_BRIGADA');
  const device = newDevice();
  const { status, body } = await user.post('/api/equipos/llave', { ...device, nombre: 'Tablet 7' });
  expect(status).toBe(200);
  return { user, device, ficha: body.ficha as string };
}

/** A retained deletion of a missing record; accepting it changes nothing else. */
async function retained() {
  const { user, device } = await onDevice();
  const { _id: persona } = await createRecord(user, 'nino');
  const sent = operation('eliminar', 'control', { persona });
  await createLane(await withoutRole(api, user), device.equipo).handIn('rol', sent);
  return {
    sent,
    entry: { actor: api.admin.id, kind: 'envio', about: sent.op as string, person: persona, before: null },
  };
}

/** What the journal keeps of a new system. */
const notedSystem = async () => ({
  nombre: systemBody().nombre,
  hasta: null,
  llaves: `firma-1 (ES384, ${await calculateJwkThumbprint(SOME_KEY)})`,
  alcances: 'system/*.rs',
  lugares: 'Todo el país',
});

const role = (name: string) => ({ roles: `ROLE_${name}` });
const identity = ({ nombre, apellido, cedula, email }: Body) => ({ nombre, apellido, cedula, email });

/** A new option; lists of doses have only ten values. */
const created = new Map<string, number>();
const optionOf = (key: string, kind: string) => {
  const serial = (created.get(key) ?? 0) + 1;
  created.set(key, serial);
  return kind === 'number' ? 5 + serial : `Opción ${serial}`;
};

/** An import of one woman, rehearsed. */
const newImport = async (): Promise<{ _id: string; archivo: string }> =>
  rehearsed(api, api.admin, 'mujer', womanFile());
const importStep = (id: string, step: string) => `/api/importaciones/${id}/${step}`;

/** Steps of an import that change no data of people: the import has its entry when it writes. */
const PREPARING: Record<string, () => Promise<Answer>> = {
  'POST /api/importaciones': () => sendFile(api.admin, 'mujer', womanFile()),
  'PUT /api/importaciones/:id/columnas': async () =>
    api.admin.put(importStep((await newImport())._id, 'columnas'), { columnas: WOMAN_COLUMNS }),
  'PUT /api/importaciones/:id/decisiones': async () =>
    api.admin.put(importStep((await newImport())._id, 'decisiones'), { filas: [{ fila: 2, decision: 'omitir' }] }),
  'POST /api/importaciones/:id/parar': async () => {
    const { body } = await sendFile(api.admin, 'mujer', womanFile());
    return api.admin.post(importStep(body._id, 'parar'));
  },
};

/** An example of each writing call with its expected entry. */
const EXAMPLES: Record<string, Example> = {
  'POST /api/auth/signin': async () => {
    const user = await api.user('ROLE_BRIGADA');
    const { cedula, password } = user;
    const answer = await api.anonymous.post('/api/auth/signin', { cedula, password });
    return { answer, actor: user.id, action: 'entrar', kind: 'sesion' };
  },
  'POST /api/auth/signup': async () => {
    const user = newUser();
    const answer = await api.anonymous.post('/api/auth/signup', user);
    const { _id } = answer.body;
    const after = { ...identity(user), ...role('USUARIO') };
    return { answer, actor: _id, action: 'crear', kind: 'usuario', about: _id, after };
  },
  'POST /api/auth/signout': async () => {
    const user = await api.user('ROLE_BRIGADA');
    const answer = await (await signedIn(user)).post('/api/auth/signout', {});
    return { answer, actor: user.id, action: 'salir', kind: 'sesion' };
  },
  'PUT /api/perfil/password': async () => {
    const user = await api.user('ROLE_BRIGADA');
    const answer = await user.put('/api/perfil/password', { actual: user.password, nueva: 'Distinta123' });
    return { answer, actor: user.id, action: 'clave', kind: 'usuario', about: user.id, before: null, after: null };
  },
  'DELETE /api/sesiones/:id': async () => {
    const user = await api.user('ROLE_BRIGADA');
    await signedIn(user);
    const { body } = await user.get('/api/sesiones');
    const other = body.find(({ actual }: Body) => !actual)._id;
    const answer = await user.delete(`/api/sesiones/${other}`);
    return { answer, actor: user.id, action: 'salir', kind: 'sesion', about: other };
  },
  'DELETE /api/sesiones': async () => {
    const user = await api.user('ROLE_BRIGADA');
    await signedIn(user);
    const answer = await user.delete('/api/sesiones');
    return { answer, actor: user.id, action: 'salir', kind: 'sesion', about: null, after: { sesiones: 1 } };
  },
  'POST /api/users': async () => {
    const user = newUser();
    const answer = await api.admin.post('/api/users', { ...user, roles: await api.roleId('ROLE_SUPERVISOR') });
    const after = { ...identity(user), ...role('SUPERVISOR') };
    return { answer, actor: api.admin.id, action: 'crear', kind: 'usuario', about: answer.body._id, after };
  },
  'PUT /api/users/:id': async () => {
    const user = await api.user('ROLE_BRIGADA');
    const roles = await api.roleId('ROLE_SUPERVISOR');
    const { body } = await api.admin.get(`/api/users/${user.id}`);
    const answer = await api.admin.put(`/api/users/${user.id}`, {
      ...body,
      nombre: 'Elena',
      password: 'Otra12345',
      roles,
    });
    const before = { nombre: 'Rosa', password: null, ...role('BRIGADA') };
    const after = { nombre: 'Elena', password: 'cambiada', ...role('SUPERVISOR') };
    return { answer, actor: api.admin.id, action: 'editar', kind: 'usuario', about: user.id, before, after };
  },
  'DELETE /api/users/:id': async () => {
    const user = await api.user('ROLE_BRIGADA');
    const { body } = await api.admin.get(`/api/users/${user.id}`);
    const answer = await api.admin.delete(`/api/users/${user.id}`);
    const before = { ...identity(body), ...role('BRIGADA') };
    return { answer, actor: api.admin.id, action: 'eliminar', kind: 'usuario', about: user.id, before, after: null };
  },
  'DELETE /api/users/:id/sesiones': async () => {
    const user = await api.user('ROLE_BRIGADA');
    const answer = await api.admin.delete(`/api/users/${user.id}/sesiones`);
    expect((await user.get('/api/perfil')).status).toBe(401);
    expect((await (await signedIn(user)).get('/api/perfil')).status).toBe(200);
    return { answer, actor: api.admin.id, action: 'salir', kind: 'usuario', about: user.id, before: null, after: null };
  },
  'PUT /api/segundo-factor/:id': async () => {
    const about = await api.roleId('ROLE_SUPERVISOR');
    const answer = await api.admin.put(`/api/segundo-factor/${about}`, { exigido: true });
    const before = { rol: 'ROLE_SUPERVISOR', segundoFactor: false };
    const after = { rol: 'ROLE_SUPERVISOR', segundoFactor: true };
    return { answer, actor: api.admin.id, action: 'editar', kind: 'rol', about, before, after };
  },
  'DELETE /api/users/:id/segundo-factor': async () => {
    const { user } = await enrolled();
    const answer = await api.admin.delete(`/api/users/${user.id}/segundo-factor`);
    const before = { segundoFactor: 'activo' };
    const after = { segundoFactor: 'restablecido' };
    return { answer, actor: api.admin.id, action: 'editar', kind: 'usuario', about: user.id, before, after };
  },
  'PUT /api/perfil/segundo-factor/codigos': async () => {
    const { user, own } = await enrolled();
    const answer = await own.put('/api/perfil/segundo-factor/codigos', { actual: user.password });
    const after = { codigosRecuperacion: 'nuevos' };
    return { answer, actor: user.id, action: 'editar', kind: 'usuario', about: user.id, before: null, after };
  },
  'PUT /api/altitudes/:provincia/:canton': async () => {
    const place = { provincia: 'AZUAY', canton: 'CUENCA' };
    const answer = await api.admin.put('/api/altitudes/AZUAY/CUENCA', { altitud: 2_551 });
    const after = { ...place, altitud: 2_551 };
    return { answer, actor: api.admin.id, action: 'editar', kind: 'altitud', about: null, after };
  },
  'PUT /api/dhis2/mapa': async () => {
    const cambios = [
      { tipo: 'elemento', clave: 'anemia', antes: '', codigo: 'ANEMIA' },
      { tipo: 'canton', clave: '0603', antes: '', codigo: 'EC-0603' },
    ];
    const answer = await api.admin.put('/api/dhis2/mapa', { cambios });
    const before = { 'Dato anemia': '', 'Cantón 0603': '' };
    const after = { 'Dato anemia': 'ANEMIA', 'Cantón 0603': 'EC-0603' };
    return { answer, actor: api.admin.id, action: 'editar', kind: 'dhis2', about: null, before, after };
  },
  'POST /api/metas': async () => {
    const answer = await api.admin.post('/api/metas', goalBody());
    const about = answer.body._id;
    return { answer, actor: api.admin.id, action: 'crear', kind: 'meta', about, before: null, after: goalBody() };
  },
  'PUT /api/metas/:id': async () => {
    const about = (await api.admin.post('/api/metas', goalBody())).body._id;
    const answer = await api.admin.put(`/api/metas/${about}`, goalBody({ cantidad: 7 }));
    const [before, after] = [{ cantidad: goalBody().cantidad }, { cantidad: 7 }];
    return { answer, actor: api.admin.id, action: 'editar', kind: 'meta', about, before, after };
  },
  'DELETE /api/metas/:id': async () => {
    const about = (await api.admin.post('/api/metas', goalBody())).body._id;
    const answer = await api.admin.delete(`/api/metas/${about}`);
    return { answer, actor: api.admin.id, action: 'eliminar', kind: 'meta', about, before: goalBody(), after: null };
  },
  'POST /api/sistemas': async () => {
    const answer = await api.admin.post('/api/sistemas', systemBody());
    const about = answer.body._id;
    const after = await notedSystem();
    return { answer, actor: api.admin.id, action: 'crear', kind: 'sistema', about, before: null, after };
  },
  'PUT /api/sistemas/:id': async () => {
    const about = (await api.admin.post('/api/sistemas', systemBody())).body._id;
    const lugares = [
      { provincia: 'CHIMBORAZO', canton: 'COLTA' },
      { provincia: 'LOJA', canton: '' },
    ];
    const changed = { lugares, hasta: '2099-12-31', alcances: ['dhis2.read', 'system/Patient.rs'] };
    const answer = await api.admin.put(`/api/sistemas/${about}`, systemBody(changed));
    const before = { hasta: null, alcances: 'system/*.rs', lugares: 'Todo el país' };
    const after = {
      hasta: '2099-12-31',
      alcances: 'system/Patient.rs dhis2.read',
      lugares: 'CHIMBORAZO (COLTA), LOJA',
    };
    return { answer, actor: api.admin.id, action: 'editar', kind: 'sistema', about, before, after };
  },
  'DELETE /api/sistemas/:id': async () => {
    const about = (await api.admin.post('/api/sistemas', systemBody())).body._id;
    const answer = await api.admin.delete(`/api/sistemas/${about}`);
    const before = await notedSystem();
    return { answer, actor: api.admin.id, action: 'eliminar', kind: 'sistema', about, before, after: null };
  },
  'POST /api/establecimiento/varios': async () => {
    const answer = await api.admin.post('/api/establecimiento/varios', { lineas: ['Centro Uno', 'Centro Dos'] });
    const after = { nombre: 'Centro Uno\nCentro Dos' };
    return { answer, actor: api.admin.id, action: 'crear', kind: 'establecimiento', about: null, after };
  },
  'POST /api/auditoria/eliminados/:id/restaurar': async () => {
    const child = await createRecord(brigada, 'nino');
    await brigada.delete(`/api/nino/${child._id}`);
    const answer = await api.admin.post(`/api/auditoria/eliminados/${child._id}/restaurar`, {});
    const about = child._id;
    const after = fieldsOf('nino', child);
    return { answer, actor: api.admin.id, action: 'restaurar', kind: 'nino', about, person: about, after };
  },
  'POST /api/sincronizacion/envio': async () => {
    const sent = creating('nino');
    const answer = await brigada.post('/api/sincronizacion/envio', createLane(brigada).body([sent]));
    const entry = { action: 'crear', kind: 'nino', about: sent._id, person: sent._id, before: null };
    return { answer, actor: brigada.id, ...entry };
  },
  'POST /api/sincronizacion/entrega': async () => {
    const { user, device } = await onDevice();
    const sent = creating('nino');
    const body = { ...createLane(user, device.equipo).body([sent]), motivo: 'rol' };
    const answer = await (await withoutRole(api, user)).post('/api/sincronizacion/entrega', body);
    const after = { tipo: 'nino', registro: sent._id, motivo: 'La cuenta ya no trabaja con libretas' };
    const entry = { action: 'entregar', kind: 'envio', about: sent.op, person: sent._id, before: null, after };
    return { answer, actor: user.id, ...entry };
  },
  'POST /api/retenidos/:id/aceptar': async () => {
    const { sent, entry } = await retained();
    const answer = await api.admin.post(`/api/retenidos/${sent.op}/aceptar`, {});
    return { answer, ...entry, action: 'aceptar', after: { tipo: 'control', registro: sent._id } };
  },
  'POST /api/retenidos/:id/cerrar': async () => {
    const { sent, entry } = await retained();
    const razon = 'Ya está en papel';
    const answer = await api.admin.post(`/api/retenidos/${sent.op}/cerrar`, { razon });
    return { answer, ...entry, action: 'cerrar', after: { tipo: 'control', registro: sent._id, motivo: razon } };
  },
  'POST /api/traspasos': async () => {
    const { _id: about } = await createRecord(brigada, 'nino');
    const other = await api.user('ROLE_BRIGADA');
    const body = { personas: [about], a: other.id, motivo: 'Cambió de sector' };
    const answer = await api.admin.post('/api/traspasos', body);
    const before = { custodio: brigada.id };
    const after = { custodio: other.id, motivo: 'Cambió de sector' };
    return { answer, actor: api.admin.id, action: 'traspasar', kind: 'nino', about, person: about, before, after };
  },
  ...Object.fromEntries(
    (['mujer', 'nino'] as const).map((kind) => [
      `POST /api/${kind}/:id/codigo`,
      async () => {
        const { _id: about } = await createRecord(brigada, kind);
        const answer = await api.admin.post(`/api/${kind}/${about}/codigo`, {});
        const entry = { action: 'renovar', kind, about, person: about, before: null, after: null };
        return { answer, actor: api.admin.id, ...entry };
      },
    ]),
  ),
  'POST /api/importaciones/:id/importar': async () => {
    const { _id: about, archivo } = await newImport();
    const answer = await api.admin.post(importStep(about, 'importar'));
    await work(api);
    const after = { archivo, creadas: 1, cambiadas: 0 };
    const entry = { action: 'importar', kind: 'importacion', about, person: null, before: null, after };
    return { answer, actor: api.admin.id, ...entry, beside: [{ action: 'crear', kind: 'mujer' }] };
  },
  'POST /api/importaciones/:id/deshacer': async () => {
    const { _id: about, archivo } = await newImport();
    await imported(api, api.admin, about);
    const answer = await api.admin.post(importStep(about, 'deshacer'));
    await work(api);
    const after = { archivo, filas: 1 };
    const entry = { action: 'deshacer', kind: 'importacion', about, person: null, before: null, after };
    return { answer, actor: api.admin.id, ...entry, beside: [{ action: 'eliminar', kind: 'mujer' }] };
  },
  'POST /api/equipos/llave': async () => {
    const { user, device } = await onDevice();
    const answer = await user.post('/api/equipos/llave', { ...device, nombre: 'Tablet 8' });
    const after = { nombre: 'Tablet 8' };
    return { answer, actor: user.id, action: 'ver', kind: 'equipo', about: device.equipo, before: null, after };
  },
  'POST /api/equipos/sesion': async () => {
    const { user, device, ficha } = await onDevice();
    const answer = await api.anonymous.post('/api/equipos/sesion', { ...device, ficha });
    return { answer, actor: user.id, action: 'entrar', kind: 'sesion', after: { equipo: 'Tablet 7' } };
  },
  'POST /api/equipos/contacto': async () => {
    const { user, device } = await onDevice();
    expect((await user.delete(`/api/equipos/${device.equipo}`)).status).toBe(200);
    const answer = await api.anonymous.post('/api/equipos/contacto', { ...device, pendientes: { [user.id]: 0 } });
    const after = { cuentas: 1 };
    return { answer, actor: null, action: 'borrar', kind: 'equipo', about: device.equipo, before: null, after };
  },
  'DELETE /api/equipos/:id': async () => {
    const { user, device } = await onDevice();
    const answer = await user.delete(`/api/equipos/${device.equipo}`);
    const before = { nombre: 'Tablet 7', pendientes: 0 };
    return { answer, actor: user.id, action: 'eliminar', kind: 'equipo', about: device.equipo, before, after: null };
  },
  'DELETE /api/users/:id/equipos/:equipo': async () => {
    const { user, device } = await onDevice();
    const answer = await api.admin.delete(`/api/users/${user.id}/equipos/${device.equipo}`);
    const before = { nombre: 'Tablet 7', pendientes: 0, cuentas: 1 };
    return {
      answer,
      actor: api.admin.id,
      action: 'eliminar',
      kind: 'equipo',
      about: device.equipo,
      before,
      after: null,
    };
  },
  'POST /api/auditoria/personas/:id/borrar': async () => {
    const woman = await createRecord(brigada, 'mujer');
    const answer = await api.admin.post(`/api/auditoria/personas/${woman._id}/borrar`, { motivo: 'Lo pidió' });
    const about = woman._id;
    const after = { motivo: 'Lo pidió' };
    return { answer, actor: api.admin.id, action: 'borrar', kind: 'mujer', about, person: about, before: null, after };
  },
};

/** The flat fields of a record on the wire. */
function fieldsOf(key: keyof typeof RECORDS, wire: Body): Body {
  const { fieldNames, nest } = RECORDS[key] as (typeof RECORDS)['nino'] & { nest?: { key: string } };
  const flat: Body = { ...wire, ...(nest && wire[nest.key][0]) };
  return Object.fromEntries(fieldNames.map((name) => [name, flat[name]]));
}

for (const definition of RECORD_LIST) {
  const { path, parent } = definition;
  const key = definition.key as keyof typeof RECORDS;
  const create = async () => {
    const parentId = parent && (await createRecord(brigada, parent.record))._id;
    const answer = await brigada.post(`/api/${path}`, bodyWith(definition, parentId));
    return { answer, about: answer.body._id, person: parentId ?? answer.body._id, kind: key, actor: brigada.id };
  };
  EXAMPLES[`POST /api/${path}`] = async () => {
    const { answer, ...entry } = await create();
    return { answer, ...entry, action: 'crear', before: null, after: fieldsOf(key, answer.body) };
  };
  EXAMPLES[`DELETE /api/${path}/:id`] = async () => {
    const { answer, ...entry } = await create();
    const deleted = await brigada.delete(`/api/${path}/${entry.about}`);
    return { ...entry, answer: deleted, action: 'eliminar', before: fieldsOf(key, answer.body), after: null };
  };
  if (parent) continue;
  EXAMPLES[`PUT /api/${path}/:id`] = async () => {
    const { answer, ...entry } = await create();
    const cedula = newCedula();
    const body = { ...answer.body, cedula, nombres: 'OTRO NOMBRE' };
    const before = { cedula: answer.body.cedula, nombres: answer.body.nombres };
    const replaced = await brigada.put(`/api/${path}/${entry.about}`, body);
    return { ...entry, answer: replaced, action: 'editar', before, after: { cedula, nombres: 'OTRO NOMBRE' } };
  };
}

for (const { key, field, kind } of Object.values(CATALOGS)) {
  const create = async () => {
    const value = optionOf(key, kind);
    const answer = await api.admin.post(`/api/${key}`, { [field]: value });
    return { answer, value, about: answer.body._id as string, kind: key, actor: api.admin.id };
  };
  const noted = (value: unknown) => ({ [field]: String(value) });
  EXAMPLES[`POST /api/${key}`] = async () => {
    const { value, ...entry } = await create();
    return { ...entry, action: 'crear', before: null, after: noted(value) };
  };
  EXAMPLES[`PUT /api/${key}/:id`] = async () => {
    const { value, ...entry } = await create();
    const next = optionOf(key, kind);
    const answer = await api.admin.put(`/api/${key}/${entry.about}`, { [field]: next });
    return { ...entry, answer, action: 'editar', before: noted(value), after: noted(next) };
  };
  EXAMPLES[`DELETE /api/${key}/:id`] = async () => {
    const { value, ...entry } = await create();
    const answer = await api.admin.delete(`/api/${key}/${entry.about}`);
    return { ...entry, answer, action: 'eliminar', before: noted(value), after: null };
  };
}

const nameOf = ({ method, path }: Call) => `${method} ${path}`;
const changing = everyCall().filter(({ method, keeps }) => method !== 'GET' && keeps !== 'nothing');
const writing = changing.filter((call) => !(nameOf(call) in PREPARING));

it('the test has an example of every writing call and no other', () => {
  expect(Object.keys(EXAMPLES).toSorted()).toEqual(writing.map(nameOf).toSorted());
});

it.each(writing.map(nameOf))('%s leaves exactly one entry with actor, action and origin', async (name) => {
  const before = Date.now();
  const { answer, beside = [], ...expected } = await (EXAMPLES[name] as Example)();
  expect(answer.status, answer.text).toBeLessThan(300);
  const request = String(answer.headers['x-request-id']);
  const origin = { address: '127.0.0.1', device: 'Equipo desconocido' };
  const all = await api.database.db.select().from(journal).where(eq(journal.request, request)).orderBy(journal.seq);
  const others = all.filter(({ action, kind }) => beside.some((one) => one.action === action && one.kind === kind));
  expect(others).toMatchObject(beside.map((one) => ({ ...one, ...origin, actor: expected.actor })));
  const entries = all.filter((entry) => !others.includes(entry));
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({ ...expected, ...origin });
  // The database's clock cuts off fractions of a millisecond.
  const at = entries[0]?.at.getTime();
  expect(at).toBeGreaterThanOrEqual(before - 1);
  expect(at).toBeLessThanOrEqual(Date.now() + 1);
});

it.each(Object.keys(PREPARING))('%s prepares an import and leaves no entry of its own', async (name) => {
  expect(changing.map(nameOf)).toContain(name);
  const answer = await (PREPARING[name] as () => Promise<Answer>)();
  expect(answer.status, answer.text).toBeLessThan(300);
  const request = String(answer.headers['x-request-id']);
  expect(await api.database.db.$count(journal, eq(journal.request, request))).toBe(0);
});

it('a list or file of the rows of an import leaves an entry about the import, and about no person', async () => {
  const unnamed = csvOf(['HCU', 'Cédula', 'Nombres', 'Apellidos'], [['', '', '', newLetters()]]);
  const { _id: about } = await rehearsed(api, api.admin, 'mujer', unnamed);
  for (const step of ['filas', 'problemas.xlsx']) {
    const answer = await api.admin.get(importStep(about, step));
    await api.app.journalWritten();
    const request = String(answer.headers['x-request-id']);
    const entries = await api.database.db.select().from(journal).where(eq(journal.request, request));
    const entry = { action: 'exportar', kind: 'importacion', about, person: null, actor: api.admin.id };
    expect(entries).toMatchObject([entry]);
  }
});

it.each(changing.map(nameOf))('%s leaves no entry when it is refused', async (name) => {
  // Entries of earlier requests may still wait.
  await api.app.journalWritten();
  const [newest] = await api.database.db.select({ seq: journal.seq }).from(journal).orderBy(desc(journal.seq)).limit(1);
  const [method = '', path = ''] = name.split(' ');
  const url = path.replaceAll(/:\w+/g, crypto.randomUUID());
  const body = method === 'DELETE' ? {} : { payload: '{}', headers: { 'content-type': 'application/json' } };
  const answer = await api.anonymous.send({ method: method as 'POST', url, ...body });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  await api.app.journalWritten();
  const [after] = await api.database.db.select({ seq: journal.seq }).from(journal).orderBy(desc(journal.seq)).limit(1);
  expect(after).toEqual(newest);
});
