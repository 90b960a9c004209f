import { CATALOGS } from '#domain/catalogs.ts';
import { RECORD_LIST } from '#domain/records/index.ts';
import { bodyWith, MEASURED, setField } from '../factories.ts';
import { goalBody } from '../goals.ts';
import { WOMAN_COLUMNS, womanFile } from '../imports.ts';
import { systemBody } from '../systems.ts';

const PASSWORD = 'Segura123';
const USER = {
  nombre: 'Rosa',
  apellido: 'Yuquilema',
  cedula: '{{new.cedula}}',
  email: 'rosa{{new.cedula}}@salud.gob.ec',
};

/** The secret of every test device. */
export const DEVICE_SECRET = 'secreto-de-los-equipos-de-las-pruebas-43-le';
const DEVICE = { equipo: '{{device.own}}', secreto: DEVICE_SECRET };

/** An operation on an existing person whose control does not exist. */
const SENT = { protocolo: 1, equipo: '{{device.own}}' };
const OPERATION = {
  ...{ op: crypto.randomUUID(), hace: 'eliminar', tipo: 'control', _id: crypto.randomUUID(), persona: '{{nino.own}}' },
  ...{ capturado: '2026-11-22T15:32:00.000Z', valores: {}, descartado: {} },
};

/** An accepted body by name of call, a text for a file; placeholders in braces are resolved before sending. */
export function acceptedBodies(): Map<string, unknown> {
  const bodies: [string, unknown][] = [
    ['POST /api/users', { ...USER, password: PASSWORD, roles: '{{role.ROLE_BRIGADA}}' }],
    ['PUT /api/users/{id}', { ...USER, password: '', roles: '{{role.ROLE_USUARIO}}' }],
    ['POST /api/auth/signup', { ...USER, password: PASSWORD }],
    ['POST /api/auth/signin', { cedula: '{{account.spare}}', password: PASSWORD }],
    ['PUT /api/perfil/password', { actual: PASSWORD, nueva: 'Segura{{new.cedula}}' }],
    ['PUT /api/perfil/segundo-factor/codigos', { actual: PASSWORD }],
    ['PUT /api/segundo-factor/{id}', { exigido: false }],
    ['PUT /api/altitudes/{provincia}/{canton}', { altitud: 2850 }],
    // No figure is mapped, so this changes nothing.
    ['PUT /api/dhis2/mapa', { cambios: [{ tipo: 'elemento', clave: 'anemia', antes: '', codigo: '' }] }],
    ['POST /api/dhis2/mapa/ensayo', { csv: 'tipo;clave;codigo\r\nelemento;anemia;ANEMIA' }],
    ['POST /api/metas', goalBody()],
    ['PUT /api/metas/{id}', goalBody()],
    ['POST /api/sistemas', systemBody()],
    ['PUT /api/sistemas/{id}', systemBody({ lugares: [{ provincia: 'LOJA', canton: 'LOJA' }] })],
    ['POST /api/auditoria/personas/{id}/borrar', { motivo: 'Lo pidió su madre' }],
    // The receiver sends no fuzz requests, so that the other roles keep their own persons.
    ['POST /api/traspasos', { personas: ['{{spare.own.nino}}'], a: '{{user.receiver}}', motivo: 'Cambió de sector' }],
    ['POST /api/sincronizacion/libretas', { ids: ['{{nino.own}}'] }],
    ['POST /api/sincronizacion/envio', { ...SENT, operaciones: [OPERATION] }],
    ['POST /api/retenidos/{id}/cerrar', { razon: 'Ya está en papel' }],
    ['POST /api/sincronizacion/entrega', { ...SENT, operaciones: [OPERATION], motivo: 'mismaPersona' }],
    ['POST /api/equipos/llave', { ...DEVICE, nombre: 'Tableta' }],
    // The answer to a ticket contains its user, so the ticket of the neutral receiver is used.
    ['POST /api/equipos/sesion', { ...DEVICE, equipo: '{{device.receiver}}', ficha: '{{ticket.receiver}}' }],
    ['POST /api/equipos/contacto', { ...DEVICE, pendientes: { '{{user.own}}': 2 } }],
    ['POST /api/crecimiento/evaluar', MEASURED],
    ['POST /api/importaciones', womanFile('{{new.cedula}}').toString('utf8')],
    [
      'PUT /api/importaciones/{id}/columnas',
      { columnas: WOMAN_COLUMNS, responsable: '{{user.receiver}}', agregar: [], ceros: true },
    ],
    ['PUT /api/importaciones/{id}/decisiones', { filas: [{ fila: 2, decision: 'omitir' }], todas: 'distinta' }],
  ];
  for (const definition of RECORD_LIST) {
    const { path, parent, unique = [] } = definition;
    const body = bodyWith(definition, parent && `{{${parent.record}.own}}`);
    for (const { field } of unique) setField(definition, body, field, '{{new.cedula}}');
    bodies.push([`POST /api/${path}`, body]);
    if (!parent) bodies.push([`PUT /api/${path}/{id}`, body]);
  }
  for (const { key, field, kind, ...catalog } of Object.values(CATALOGS)) {
    const body = { [field]: kind === 'text' ? 'Valor {{new.cedula}}' : `{{free.${key}}}` };
    bodies.push([`POST /api/${key}`, body], [`PUT /api/${key}/{id}`, body]);
    if ('many' in catalog) bodies.push([`POST /api/${key}/varios`, { lineas: ['Uno {{new.cedula}}', 'Dos'] }]);
  }
  return new Map(bodies);
}
