import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { addressOf } from '#domain/calls/call-path.ts';
import type { Call } from '#domain/calls/define-call.ts';
import { getDataValueSets, getDhis2Figures } from '#domain/calls/dhis2.ts';
import { importTemplate, ROW_STATES, uploadFile } from '#domain/calls/importing.ts';
import { searchPeople } from '#domain/calls/search.ts';
import { ACTION_KEYS, KIND_KEYS, PERSON_KINDS } from '#domain/journal/journal.ts';
import { RECORD_LIST, RECORDS } from '#domain/records/index.ts';
import { SURVEY_GROUPINGS } from '#domain/reports/survey.ts';
import { everyCall } from '../support/every-call.ts';
import type { Body } from '../support/factories.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

/** It has results only for a text. */
const SEARCH = '/api/buscar';
const IMPORTS = '/api/importaciones';
const SURVEY = '/api/reportes/indicadores';
/** By whom or where was measured; elsewhere by whom something was done. */
const MEASURING = '/api/reportes/calidad';
/** Its periods are months and quarters, not so many months back. */
const DHIS2 = '/api/dhis2';

/** The states of a list, by its address. */
function statesOf(path: string): readonly string[] {
  if (path === '/api/retenidos') return ['abiertos', 'resueltos'];
  return path.startsWith(IMPORTS)
    ? [...Object.keys(ROW_STATES), 'advertida']
    : ['Normal', 'Sobrepeso', 'Desnutrición', 'No evaluado'];
}
function kindsOf(path: string): readonly string[] {
  if (path.startsWith(IMPORTS)) return Object.keys(RECORDS);
  return path.endsWith('/eliminados') ? PERSON_KINDS : KIND_KEYS;
}

/** Invalid values of every parameter with known values, and the refusing sentence. */
const WRONG: Readonly<Record<string, { values: string[]; message: string | ((path: string) => string) }>> = {
  provincia: { values: ['NARNIA', '%', 'AZUAYY'], message: 'provincia debe ser una provincia del Ecuador' },
  canton: { values: ['NARNIA', '%', 'CHIMBORAZO'], message: 'canton debe ser un cantón del Ecuador' },
  sexo: { values: ['OTRO', 'F'], message: 'sexo debe ser uno de: FEMENINO, MASCULINO' },
  estado: {
    values: ['inventado'],
    message: (path) => `estado debe ser uno de: ${statesOf(path).join(', ')}`,
  },
  responsable: { values: ["' or 1=1", '1', 'SIN DATO'], message: 'responsable debe ser el _id de un usuario' },
  sin: { values: ['yo'], message: 'sin debe ser el _id de un usuario' },
  usuario: { values: ['1', 'SIN DATO'], message: 'usuario debe ser el _id de un usuario' },
  por: {
    values: ['yo', '1'],
    message: (path) =>
      path.startsWith(SURVEY)
        ? `por debe ser uno de: ${SURVEY_GROUPINGS.join(', ')}`
        : path.startsWith(MEASURING)
          ? 'por debe ser uno de: persona, canton'
          : 'por debe ser el _id de un usuario',
  },
  de: { values: ['ella', 'SIN DATO'], message: 'de debe ser el _id de un usuario' },
  a: { values: ['ella', 'SIN DATO'], message: 'a debe ser el _id de un usuario' },
  para: { values: ['mirar'], message: 'para debe ser uno de: recibir, entregar' },
  persona: { values: ['1', 'ana'], message: 'persona debe ser el _id de una persona' },
  registro: { values: ['1', 'x'], message: 'registro debe ser el _id de un registro' },
  accion: { values: ['robar'], message: `accion debe ser uno de: ${ACTION_KEYS.join(', ')}` },
  tipo: {
    values: ['otro'],
    message: (path) => `tipo debe ser uno de: ${kindsOf(path).join(', ')}`,
  },
  mes: { values: ['2026-13', 'enero', '2026', '2026-01-01', '9999-01'], message: 'mes debe ser un mes (AAAA-MM)' },
  situacion: {
    values: ['otra'],
    message:
      'situacion debe ser uno de: seguimiento, sincontrol, advertencias, concontrol, sinnacimiento, sinsexo, medidos, tallabaja, tallasevera',
  },
  edad: { values: ['otra', '0'], message: 'edad debe ser uno de: corregida, cronologica' },
  motivo: { values: ['otro'], message: 'motivo debe ser uno de: cruce, desnutricion, control, vacunas' },
  rol: {
    values: ['ROLE_DIOS'],
    message: 'rol debe ser uno de: ROLE_ADMINISTRADOR, ROLE_SUPERVISOR, ROLE_BRIGADA, ROLE_USUARIO',
  },
  periodo: {
    values: ['2', '-1', '1.0', 'todo', '202613', '2026Q5', '209912', '199901'],
    message: (path) =>
      path.startsWith(DHIS2)
        ? 'periodo debe ser un mes (202611) o un trimestre (2026Q4) que ya empezó'
        : 'periodo debe ser uno de: 0, 1, 3, 6, 9, 12',
  },
  nivel: { values: ['provincia', '1'], message: 'nivel debe ser uno de: canton, establecimiento' },
  formato: { values: ['xml', '1'], message: 'formato debe ser uno de: json, csv' },
  desde: { values: ['ayer', '2026-02-30', '09/03/2026'], message: 'desde debe ser una fecha (AAAA-MM-DD)' },
  hasta: { values: ['mañana', '2026-13-01'], message: 'hasta debe ser una fecha (AAAA-MM-DD)' },
  sort: { values: ['x', '', '-'], message: 'No se puede ordenar por este campo' },
  limit: {
    values: ['0', '1001', 'x', ''],
    message: (path) => `limit debe ser un número entero de 1 a ${path === SEARCH ? 20 : 1000}`,
  },
  offset: { values: ['-1', '1.5', ''], message: 'offset debe ser un número entero de 0 a 999999999' },
};
const PAGING = ['sort', 'limit', 'offset'];

/** Parameters that accept any text. */
const FREE_TEXT = ['q', 'establecimiento', 'cedula', 'cedulamadre', 'archivo'];
/** The query of a half-filled form. */
const ALIKE = '/parecidos';
/** Calls of devices, which the feed's test covers. */
const DEVICE_CALLS = '/api/sincronizacion';

const parentFields = RECORD_LIST.flatMap(({ parent }) => (parent ? [parent.field] : []));

interface QueryTarget {
  call: Call;
  names: string[];
  /** Required parameters. */
  always: Record<string, string>;
}
const OF_A_KIND = { tipo: 'mujer' };
/** What a call requires besides the persons of its query. */
const REQUIRED = new Map<Call, Record<string, string>>([
  [searchPeople, { q: 'nadie' }],
  [uploadFile, OF_A_KIND],
  [importTemplate, OF_A_KIND],
  [getDhis2Figures, { periodo: '202601' }],
  [getDataValueSets, { periodo: '2025Q4' }],
]);
const CALLS: [string, QueryTarget][] = everyCall().flatMap((call): [string, QueryTarget][] => {
  const names = Object.keys((call.query as z.ZodObject | undefined)?.shape ?? {});
  const needed = names.filter((name) => parentFields.includes(name));
  const always = REQUIRED.get(call) ?? Object.fromEntries(needed.map((name) => [name, UNKNOWN_ID]));
  const apart = call.path.endsWith(ALIKE) || call.path.startsWith(DEVICE_CALLS);
  return names.length === 0 || apart ? [] : [[`${call.method} ${call.path}`, { call, names, always }]];
});

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

/** Whether the call is about a person or an import, which does not exist here. */
const needsPerson = ({ call, always }: QueryTarget) =>
  parentFields.some((name) => name in always) || call.path.includes('/:id/');

const ask = ({ call, always }: QueryTarget, query: Record<string, string>) =>
  api.admin.send({
    method: call.method,
    url: addressOf(call.path, { id: UNKNOWN_ID }),
    query: { ...always, ...query },
    ...(call.fileBody && { payload: 'x', headers: { 'content-type': 'text/csv' } }),
  });

it('the test covers every parameter of every query', () => {
  const covered = [...Object.keys(WRONG), ...FREE_TEXT, ...parentFields];
  for (const [path, { names }] of CALLS) for (const name of names) expect(covered, `${path} ${name}`).toContain(name);
  const used = CALLS.flatMap(([, { names }]) => names);
  for (const name of [...Object.keys(WRONG), ...FREE_TEXT]) expect(used).toContain(name);
});

describe.each(CALLS)('%s', (_, target) => {
  const closed = target.names.filter((name) => name in WRONG);
  const wrong = (name: string) => {
    const { values, message } = WRONG[name] as (typeof WRONG)[string];
    return { values, message: typeof message === 'string' ? message : message(target.call.path) };
  };

  it('refuses an unknown value with the sentence of its kind', async () => {
    for (const name of closed)
      for (const value of [...wrong(name).values, 'x'.repeat(201)]) {
        const { status, body } = await ask(target, { [name]: value });
        expect([status, body], `${name}=${value}`).toEqual([
          400,
          { code: 'invalid', message: [{ msg: wrong(name).message, path: name }] },
        ]);
      }
  });

  it('names all wrong parameters at once', async () => {
    const query = Object.fromEntries(closed.map((name) => [name, wrong(name).values[0] as string]));
    const { status, body } = await ask(target, query);
    const message = closed.map((name) => ({ msg: wrong(name).message, path: name }));
    expect([status, body.message.toSorted(byPath)]).toEqual([400, message.toSorted(byPath)]);
  });

  it('ignores a blank filter and finds nothing for an unmatched text', async () => {
    const blank = target.names.filter((name) => !PAGING.includes(name) && !(name in target.always));
    const open = target.names.filter((name) => FREE_TEXT.includes(name));
    for (const query of [
      Object.fromEntries(blank.map((name) => [name, ''])),
      Object.fromEntries(blank.map((name) => [name, ' '])),
      Object.fromEntries(open.map((name) => [name, 'nadie'])),
    ]) {
      const { status } = await ask(target, query);
      expect(status).toBe(needsPerson(target) ? 404 : (target.call.status ?? 200));
    }
  });
});

it.each(CALLS.filter(([, { names }]) => names.includes('canton')))(
  '%s refuses a canton of another province',
  async (_, target) => {
    const outside = { msg: 'El cantón no pertenece a la provincia elegida', path: 'canton' };
    const elsewhere = { provincia: 'azuay', canton: 'colta' };
    expect((await ask(target, elsewhere)).body.message).toEqual([outside]);
    const { body } = await ask(target, { ...elsewhere, establecimiento: 'x'.repeat(201) });
    expect(body.message.map(({ path }: Body) => path).toSorted()).toEqual(['canton', 'establecimiento']);
    for (const query of [
      { provincia: 'chimborazo', canton: 'Colta' },
      { canton: 'COLTA' },
      { provincia: 'SIN DATO', canton: 'COLTA' },
      { provincia: 'AZUAY', canton: 'SIN DATO' },
    ])
      expect((await ask(target, query)).status).toBe(200);
  },
);

const byPath = (one: { path: string }, other: { path: string }) => one.path.localeCompare(other.path);
