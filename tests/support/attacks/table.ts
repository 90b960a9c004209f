import { CATALOGS } from '#domain/catalogs.ts';
import { RECORD_LIST } from '#domain/records/index.ts';
import type { Role } from '../fuzz/marks.ts';

/** The attacks on every call. A call without a row in {@link attackTable} fails the table's test. */
export const ATTACKS = [
  'anonymous',
  'account without role',
  'former custodian',
  'used id',
  '100,000 keys',
  'nesting of 5,000',
  '1 MB of text',
  'sixteen at once',
  'twice',
  'clock two days off',
] as const;
export type Attack = (typeof ATTACKS)[number];

/** The statuses allowed under one attack. */
type Cell = readonly number[];

/** The role with the fewest rights that may send the usual request. */
type Caller = Role;

export interface AttackRow {
  readonly caller: Caller;
  readonly cells: Readonly<Record<Attack, Cell>>;
  /** The usual request has a client-chosen `_id`. */
  readonly creates: boolean;
  readonly namesDepartures: boolean;
}

/** Facts about a call that determine its cells. Written by hand, independently of the server's declarations. */
interface Facts {
  readonly caller: Caller;
  /** Status of the usual request and of its repeat. */
  readonly answers: readonly [first: number, again: number];
  /** What a former custodian gets: 404 (`hidden`), or the usual answer without anything of the person. */
  readonly formerCustodian?: 'hidden' | 'answered';
  readonly creates?: true;
  /** The call accepts an operation id in `x-operacion`. */
  readonly receipt?: true;
  readonly body?: true;
  /** The body is a file, which is accepted whatever it contains: it is refused when it is read. */
  readonly file?: true;
  /** The body names a parent; a malformed parent id answers 404. */
  readonly parent?: boolean;
  /** Operations of a batch are answered individually: 200 even if all are refused. */
  readonly batch?: true;
  /** Statuses for an account without role, instead of 403. */
  readonly withoutRole?: Cell;
  /** The answer names departed booklets by id, so that devices delete them. */
  readonly tellsDepartures?: true;
  /** More statuses of sixteen simultaneous requests: busy (503), rate limit (429). */
  readonly busy?: Cell;
}

/** Statuses of the rate limit and of a busy server; both have a Retry-After. */
const WAIT: Cell = [429, 503];

function row({ caller, answers, formerCustodian = 'answered', withoutRole, busy = [], ...facts }: Facts): AttackRow {
  const usual = [...new Set(answers)];
  const [first] = answers;
  const open = caller === 'nobody';
  const conflict = facts.creates || facts.receipt ? [409] : usual;
  // Bodies that are too large are refused unread (413), malformed ones with 400.
  const refusedBody: Cell = [400, 413, ...(facts.batch ? [200] : []), ...(facts.parent ? [404] : [])];
  const refused: Cell = facts.body ? refusedBody : facts.file ? usual : [...usual, 400];
  return {
    caller,
    creates: facts.creates === true,
    namesDepartures: facts.tellsDepartures === true,
    cells: {
      anonymous: open ? usual : [401],
      'account without role': open || caller === 'user' ? usual : (withoutRole ?? [403]),
      'former custodian': formerCustodian === 'hidden' ? [404] : usual,
      'used id': conflict,
      '100,000 keys': refused,
      'nesting of 5,000': refused,
      '1 MB of text': refused,
      'sixteen at once': [...usual, ...WAIT.filter((status) => status === 503), ...busy],
      twice: usual,
      'clock two days off': [first, ...(facts.body ? [400] : [])],
    },
  };
}

const reads = (caller: Caller) => row({ caller, answers: [200, 200] });
const readsPerson = row({ caller: 'brigadeOne', answers: [200, 200], formerCustodian: 'hidden' });
const sends = (caller: Caller, facts: Partial<Facts> = {}) =>
  row({ caller, answers: [200, 200], body: true, ...facts });
const removes = (caller: Caller, facts: Partial<Facts> = {}) => row({ caller, answers: [200, 404], ...facts });

function recordRows(): [string, AttackRow][] {
  return RECORD_LIST.flatMap(({ path, parent, likeness }): [string, AttackRow][] => {
    const own = { caller: 'brigadeOne', receipt: true } as const;
    const hidden = { formerCustodian: 'hidden' } as const;
    const creates = row({
      ...own,
      answers: [201, 201],
      body: true,
      creates: true,
      ...(parent && { ...hidden, parent: true }),
    });
    const rows: [string, AttackRow][] = [
      [`GET /api/${path}`, parent ? readsPerson : reads('brigadeOne')],
      [`POST /api/${path}`, creates],
      [`DELETE /api/${path}/{id}`, removes('brigadeOne', { receipt: true, ...hidden })],
    ];
    if (!parent) {
      rows.push([`GET /api/${path}/{id}`, readsPerson]);
      rows.push([`PUT /api/${path}/{id}`, sends('brigadeOne', { receipt: true, ...hidden })]);
    }
    if (likeness) rows.push([`GET /api/${path}/parecidos`, row({ caller: 'brigadeOne', answers: [200, 200] })]);
    return rows;
  });
}

function catalogRows(): [string, AttackRow][] {
  return Object.values(CATALOGS).flatMap(({ key, ...catalog }): [string, AttackRow][] => {
    const many: [string, AttackRow][] = 'many' in catalog ? [[`POST /api/${key}/varios`, sends('administrator')]] : [];
    return [
      [`GET /api/${key}`, reads('brigadeOne')],
      // A second option with the same value is refused.
      [`POST /api/${key}`, row({ caller: 'administrator', answers: [201, 201], creates: true, body: true })],
      [`PUT /api/${key}/{id}`, sends('administrator')],
      [`DELETE /api/${key}/{id}`, removes('administrator')],
      ...many,
    ];
  });
}

const EXPORTS = ['seguimiento', 'mujer', 'nino'].flatMap((list) =>
  ['xlsx', 'csv'].map((format): [string, AttackRow] => [`GET /api/${list}/exportar.${format}`, reads('brigadeOne')]),
);
const REPORTS = ['genero', 'conteo', 'tablero', 'desnutricion', 'vacunas', 'peso-canton', 'responsables']
  .concat('semana', 'talla', 'discrepancias', 'tiempos', 'indicadores', 'indicadores/exportar.xlsx', 'metas')
  .concat('calidad', 'calidad/exportar.xlsx', 'calidad/exportar.csv')
  .map((name): [string, AttackRow] => [`GET /api/reportes/${name}`, reads('supervisor')]);

const ROWS: readonly [string, AttackRow][] = [
  ...recordRows(),
  ...catalogRows(),
  ...EXPORTS,
  ...REPORTS,
  ...['mujer', 'nino'].flatMap((person): [string, AttackRow][] => [
    [`GET /api/${person}/pdf/{id}`, readsPerson],
    [`GET /api/${person}/{id}/libreta`, readsPerson],
    [`GET /api/${person}/{id}/historial`, readsPerson],
    [`GET /api/${person}/{id}/codigo`, readsPerson],
    [`POST /api/${person}/{id}/codigo`, reads('supervisor')],
  ]),
  ['GET /api/control/reporte', reads('supervisor')],
  ['GET /api/vacuna/reporte', reads('supervisor')],
  ['GET /api/buscar', reads('brigadeOne')],
  ['GET /api/codigos/{token}', readsPerson],
  ['GET /api/seguimiento', reads('brigadeOne')],
  ['GET /api/seguimiento/conteo', reads('brigadeOne')],
  ['POST /api/crecimiento/evaluar', sends('brigadeOne')],
  ['GET /api/altitudes', reads('brigadeOne')],
  ['PUT /api/altitudes/{provincia}/{canton}', sends('administrator')],

  ['GET /api/dhis2/cifras', reads('administrator')],
  ['GET /api/dhis2/dataValueSets', reads('administrator')],
  ['GET /api/dhis2/mapa', reads('administrator')],
  ['GET /api/dhis2/mapa/exportar.csv', reads('administrator')],
  ['PUT /api/dhis2/mapa', sends('administrator')],
  ['POST /api/dhis2/mapa/ensayo', sends('administrator')],

  ['GET /api/metas', reads('brigadeOne')],
  ['POST /api/metas', row({ caller: 'administrator', answers: [201, 201], creates: true, body: true })],
  ['PUT /api/metas/{id}', sends('administrator')],
  ['DELETE /api/metas/{id}', removes('administrator')],
  ['GET /api/seguimiento/metas', reads('brigadeOne')],

  ['GET /api/sistemas', reads('administrator')],
  ['POST /api/sistemas', row({ caller: 'administrator', answers: [201, 201], creates: true, body: true })],
  ['PUT /api/sistemas/{id}', sends('administrator')],
  ['DELETE /api/sistemas/{id}', removes('administrator')],

  ['GET /api/health', reads('nobody')],
  ['GET /api/health/live', reads('nobody')],
  ['GET /api/ajustes', reads('nobody')],
  ['POST /api/auth/signin', sends('nobody', { busy: [429] })],
  ['POST /api/auth/signup', sends('nobody', { answers: [201, 201], creates: true, busy: [429] })],
  ['POST /api/auth/signout', row({ caller: 'user', answers: [200, 401] })],

  ['GET /api/perfil', reads('user')],
  ['GET /api/perfil/calidad', reads('brigadeOne')],
  ['PUT /api/perfil/password', sends('user', { answers: [200, 400], busy: [401, 429] })],
  ['GET /api/perfil/segundo-factor', reads('user')],
  ['PUT /api/perfil/segundo-factor/codigos', sends('user', { answers: [200, 400], busy: [409, 429] })],
  ['GET /api/sesiones', reads('user')],
  ['DELETE /api/sesiones', reads('user')],
  ['DELETE /api/sesiones/{id}', removes('brigadeOne', { withoutRole: [404], formerCustodian: 'hidden' })],

  ['GET /api/users', reads('administrator')],
  ['POST /api/users', row({ caller: 'administrator', answers: [201, 201], creates: true, body: true })],
  ['GET /api/users/{id}', reads('administrator')],
  ['PUT /api/users/{id}', sends('administrator')],
  ['DELETE /api/users/{id}', removes('administrator')],
  ['DELETE /api/users/{id}/sesiones', reads('administrator')],
  ['GET /api/users/{id}/segundo-factor', reads('administrator')],
  ['DELETE /api/users/{id}/segundo-factor', removes('administrator')],
  ['GET /api/roles', reads('administrator')],
  ['GET /api/segundo-factor', reads('administrator')],
  ['PUT /api/segundo-factor/{id}', sends('administrator')],

  ['GET /api/equipos', reads('user')],
  // The former custodian of an earlier row has a vault on this device and may cut it off.
  ['DELETE /api/equipos/{id}', removes('brigadeOne', { withoutRole: [404] })],
  ['GET /api/users/{id}/equipos', reads('administrator')],
  ['DELETE /api/users/{id}/equipos/{equipo}', removes('administrator')],
  ['POST /api/equipos/llave', sends('brigadeOne')],
  ['POST /api/equipos/sesion', sends('nobody', { answers: [200, 401], busy: [401, 429] })],
  ['POST /api/equipos/contacto', sends('nobody', { busy: [429] })],

  ['GET /api/sincronizacion', row({ caller: 'brigadeOne', answers: [200, 200], tellsDepartures: true })],
  ['GET /api/sincronizacion/inventario', reads('brigadeOne')],
  ['GET /api/sincronizacion/listas', reads('brigadeOne')],
  ['POST /api/sincronizacion/libretas', sends('brigadeOne')],
  ['POST /api/sincronizacion/envio', sends('brigadeOne', { batch: true })],
  // The account must have a vault on the device.
  [
    'POST /api/sincronizacion/entrega',
    sends('brigadeOne', { batch: true, withoutRole: [404], formerCustodian: 'hidden' }),
  ],

  ['GET /api/traspasos', reads('supervisor')],
  ['POST /api/traspasos', sends('supervisor')],
  ['GET /api/traspasos/cuentas', reads('supervisor')],
  ['GET /api/retenidos', reads('supervisor')],
  ['POST /api/retenidos/{id}/aceptar', row({ caller: 'supervisor', answers: [200, 409] })],
  ['POST /api/retenidos/{id}/cerrar', sends('supervisor', { answers: [200, 409] })],

  ['GET /api/importaciones', reads('supervisor')],
  ['POST /api/importaciones', row({ caller: 'supervisor', answers: [202, 202], file: true })],
  ['GET /api/importaciones/plantilla.xlsx', reads('supervisor')],
  ['GET /api/importaciones/{id}', reads('supervisor')],
  ['DELETE /api/importaciones/{id}', removes('supervisor')],
  ['GET /api/importaciones/{id}/filas', reads('supervisor')],
  ['GET /api/importaciones/{id}/problemas.xlsx', reads('supervisor')],
  ['PUT /api/importaciones/{id}/columnas', sends('supervisor', { answers: [200, 409] })],
  // A decision may be changed while the rows are rehearsed.
  ['PUT /api/importaciones/{id}/decisiones', sends('supervisor')],
  ...['importar', 'parar', 'deshacer'].map((step): [string, AttackRow] => [
    `POST /api/importaciones/{id}/${step}`,
    row({ caller: 'supervisor', answers: [200, 409] }),
  ]),

  ['GET /api/auditoria', reads('administrator')],
  ['GET /api/auditoria/exportar.xlsx', reads('administrator')],
  ['GET /api/auditoria/exportar.csv', reads('administrator')],
  ['GET /api/auditoria/eliminados', reads('administrator')],
  ['POST /api/auditoria/eliminados/{id}/restaurar', row({ caller: 'administrator', answers: [200, 404] })],
  ['GET /api/auditoria/personas/{id}', reads('administrator')],
  ['POST /api/auditoria/personas/{id}/borrar', sends('administrator', { answers: [200, 404] })],
];

export const attackTable: ReadonlyMap<string, AttackRow> = new Map(ROWS);
