import { CATALOGS } from '#domain/catalogs.ts';
import { RECORD_LIST } from '#domain/records/index.ts';
import { bodyWith, setField } from '../factories.ts';

const PASSWORD = 'Segura123';
const USER = {
  nombre: 'Rosa',
  apellido: 'Yuquilema',
  cedula: '{{new.cedula}}',
  email: 'rosa{{new.cedula}}@salud.gob.ec',
};
const MEASURED = {
  sexo: 'FEMENINO',
  edadDias: 365,
  fechanacimiento: '2025-01-01',
  fecha: '2026-01-01',
  peso: 8.55,
  longitud: 73.2,
  medida: 'acostado',
  perimetro: 45.1,
  edema: false,
};

/** A body that each call accepts, by its name in the description; what stands in braces is put in when it is sent. */
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
    ['POST /api/auditoria/personas/{id}/borrar', { motivo: 'Lo pidió su madre' }],
    ['POST /api/crecimiento/evaluar', MEASURED],
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
