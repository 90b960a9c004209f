import { CATALOGS } from '#domain/catalogs.ts';
import { RECORD_LIST } from '#domain/records/index.ts';
import { type Body, bodyWith, createRecord, MEASURED, newCedula, newDevice, newUser } from './factories.ts';
import { goalBody } from './goals.ts';
import { rehearsed, WOMAN_COLUMNS, womanFile } from './imports.ts';
import { newSendingBody } from './lane.ts';
import { systemBody } from './systems.ts';
import type { TestApi } from './test-api.ts';

/** An address with a body, and an accepted body. */
export interface Write {
  method: 'POST' | 'PUT';
  url: string;
  body: Body;
  /** A list of such bodies is accepted too. */
  many?: boolean;
  /** The call changes nothing and answers without a sentence. */
  reads?: boolean;
}

/** Every address with a body of JSON. */
export async function everyWrite(api: TestApi): Promise<{ writes: Write[]; parents: Record<string, string> }> {
  const parents: Record<string, string> = {};
  for (const { key, parent } of RECORD_LIST) if (!parent) parents[key] = (await createRecord(api.admin, key))._id;
  const role = await api.roleId('ROLE_BRIGADA');
  const user = await api.user('ROLE_BRIGADA');
  const newImport = async () => (await rehearsed(api, api.admin, 'mujer', womanFile()))._id;
  const writes: Write[] = [
    ...RECORD_LIST.map((definition) => ({
      method: 'POST' as const,
      url: `/api/${definition.path}`,
      body: bodyWith(definition, parents[definition.parent?.record ?? '']),
    })),
    ...RECORD_LIST.filter(({ parent }) => !parent).map((definition) => ({
      method: 'PUT' as const,
      url: `/api/${definition.path}/${parents[definition.key]}`,
      body: { ...bodyWith(definition, undefined), version: 1 },
    })),
    { method: 'POST', url: '/api/users', body: { ...newUser(), roles: role } },
    { method: 'PUT', url: `/api/users/${user.id}`, body: { ...newUser(), roles: role, version: 1 } },
    { method: 'POST', url: '/api/auth/signup', body: newUser() },
    { method: 'POST', url: '/api/auth/signin', body: { cedula: newCedula(), password: 'Equivocada1' } },
    { method: 'PUT', url: '/api/perfil/password', body: { actual: 'Equivocada1', nueva: 'Distinta123' } },
    { method: 'PUT', url: '/api/perfil/segundo-factor/codigos', body: { actual: 'Equivocada1' } },
    { method: 'PUT', url: `/api/segundo-factor/${role}`, body: { exigido: false } },
    { method: 'PUT', url: '/api/altitudes/AZUAY/CUENCA', body: { altitud: 2550 } },
    {
      method: 'PUT',
      url: '/api/dhis2/mapa',
      body: { cambios: [{ tipo: 'elemento', clave: 'anemia', antes: '', codigo: '' }] },
    },
    { method: 'POST', url: '/api/dhis2/mapa/ensayo', body: { csv: 'tipo;clave;codigo' }, reads: true },
    { method: 'POST', url: '/api/metas', body: goalBody() },
    {
      method: 'PUT',
      url: `/api/metas/${(await api.admin.post('/api/metas', goalBody())).body._id}`,
      body: { ...goalBody({ cantidad: 4 }), version: 1 },
    },
    { method: 'POST', url: '/api/sistemas', body: systemBody({ lugares: [{ provincia: 'LOJA', canton: '' }] }) },
    {
      method: 'PUT',
      url: `/api/sistemas/${(await api.admin.post('/api/sistemas', systemBody())).body._id}`,
      body: { ...systemBody({ nombre: 'Otro nombre' }), version: 1 },
    },
    { method: 'POST', url: `/api/auditoria/personas/${crypto.randomUUID()}/borrar`, body: { motivo: 'Lo pidió' } },
    { method: 'POST', url: '/api/sincronizacion/libretas', body: { ids: Object.values(parents) }, reads: true },
    { method: 'POST', url: '/api/sincronizacion/envio', body: newSendingBody(), reads: true },
    {
      method: 'POST',
      url: '/api/sincronizacion/entrega',
      body: { ...newSendingBody(), motivo: 'mismaPersona' },
      reads: true,
    },
    { method: 'POST', url: `/api/retenidos/${crypto.randomUUID()}/cerrar`, body: { razon: 'Ya está en papel' } },
    { method: 'POST', url: '/api/traspasos', body: { personas: Object.values(parents), a: user.id, motivo: 'Cambio' } },
    { method: 'POST', url: '/api/equipos/llave', body: { ...newDevice(), nombre: 'Tableta' }, reads: true },
    { method: 'POST', url: '/api/equipos/sesion', body: { ...newDevice(), ficha: newDevice().secreto } },
    {
      method: 'POST',
      url: '/api/equipos/contacto',
      body: { ...newDevice(), pendientes: { [user.id]: 3 } },
      reads: true,
    },
    {
      method: 'PUT',
      url: `/api/importaciones/${await newImport()}/columnas`,
      body: { columnas: WOMAN_COLUMNS, responsable: user.id, agregar: [], ceros: true },
    },
    {
      method: 'PUT',
      url: `/api/importaciones/${await newImport()}/decisiones`,
      body: { filas: [{ fila: 2, decision: 'omitir', persona: null }], todas: 'omitir' },
    },
    {
      method: 'POST',
      url: '/api/crecimiento/evaluar',
      body: MEASURED,
      many: true,
      reads: true,
    },
  ];
  for (const { key, field, kind, ...catalog } of Object.values(CATALOGS)) {
    const text = kind === 'text';
    writes.push({ method: 'POST', url: `/api/${key}`, body: { [field]: text ? 'Valor' : 9 } });
    const { _id } = (await api.admin.post(`/api/${key}`, { [field]: text ? 'Otro valor' : 8 })).body;
    writes.push({ method: 'PUT', url: `/api/${key}/${_id}`, body: { [field]: text ? 'Otra' : 7, version: 1 } });
    if ('many' in catalog) writes.push({ method: 'POST', url: `/api/${key}/varios`, body: { lineas: ['Uno'] } });
  }
  return { writes, parents };
}
