import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { addressOf } from '#domain/calls/call-path.ts';
import type { Call } from '#domain/calls/define-call.ts';
import { ACTION_KEYS, KIND_KEYS, PERSON_KINDS } from '#domain/journal/journal.ts';
import { RECORD_LIST } from '#domain/records/index.ts';
import { everyCall } from '../support/every-call.ts';
import type { Body } from '../support/factories.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

/** Of every part of a query that knows all its values, some that it does not know, and what is said of them. */
const WRONG: Readonly<Record<string, { values: string[]; said: string | ((path: string) => string) }>> = {
  provincia: { values: ['NARNIA', '%', 'AZUAYY'], said: 'provincia debe ser una provincia del Ecuador' },
  canton: { values: ['NARNIA', '%', 'CHIMBORAZO'], said: 'canton debe ser un cantón del Ecuador' },
  sexo: { values: ['OTRO', 'F'], said: 'sexo debe ser uno de: FEMENINO, MASCULINO' },
  estado: {
    values: ['inventado'],
    said: (path) =>
      `estado debe ser uno de: ${path === '/api/retenidos' ? 'abiertos, resueltos' : 'Normal, Sobrepeso, Desnutrición, No evaluado'}`,
  },
  responsable: { values: ["' or 1=1", '1', 'SIN DATO'], said: 'responsable debe ser el _id de un usuario' },
  sin: { values: ['yo'], said: 'sin debe ser el _id de un usuario' },
  usuario: { values: ['1', 'SIN DATO'], said: 'usuario debe ser el _id de un usuario' },
  por: { values: ['yo', '1'], said: 'por debe ser el _id de un usuario' },
  de: { values: ['ella', 'SIN DATO'], said: 'de debe ser el _id de un usuario' },
  a: { values: ['ella', 'SIN DATO'], said: 'a debe ser el _id de un usuario' },
  para: { values: ['mirar'], said: 'para debe ser uno de: recibir, entregar' },
  persona: { values: ['1', 'ana'], said: 'persona debe ser el _id de una persona' },
  registro: { values: ['1', 'x'], said: 'registro debe ser el _id de un registro' },
  accion: { values: ['robar'], said: `accion debe ser uno de: ${ACTION_KEYS.join(', ')}` },
  tipo: {
    values: ['otro'],
    said: (path) => `tipo debe ser uno de: ${(path.endsWith('/eliminados') ? PERSON_KINDS : KIND_KEYS).join(', ')}`,
  },
  mes: { values: ['2026-13', 'enero', '2026', '2026-01-01', '9999-01'], said: 'mes debe ser un mes (AAAA-MM)' },
  situacion: {
    values: ['otra'],
    said: 'situacion debe ser uno de: seguimiento, sincontrol, advertencias, concontrol, sinnacimiento, sinsexo, medidos, tallabaja, tallasevera',
  },
  motivo: { values: ['otro'], said: 'motivo debe ser uno de: cruce, desnutricion, control, vacunas' },
  rol: {
    values: ['ROLE_DIOS'],
    said: 'rol debe ser uno de: ROLE_ADMINISTRADOR, ROLE_SUPERVISOR, ROLE_BRIGADA, ROLE_USUARIO',
  },
  periodo: { values: ['2', '-1', '1.0', 'todo'], said: 'periodo debe ser uno de: 0, 1, 3, 6, 9, 12' },
  desde: { values: ['ayer', '2026-02-30', '09/03/2026'], said: 'desde debe ser una fecha (AAAA-MM-DD)' },
  hasta: { values: ['mañana', '2026-13-01'], said: 'hasta debe ser una fecha (AAAA-MM-DD)' },
  sort: { values: ['x', '', '-'], said: 'No se puede ordenar por este campo' },
  limit: { values: ['0', '1001', 'x', ''], said: 'limit debe ser un número entero de 1 a 1000' },
  offset: { values: ['-1', '1.5', ''], said: 'offset debe ser un número entero desde 0' },
};
const PAGING = ['sort', 'limit', 'offset'];

/** What takes any text: what nobody has finds nothing. */
const OPEN = ['q', 'establecimiento', 'cedula', 'cedulamadre'];
/** What a half filled form holds. */
const ALIKE = '/parecidos';
/** What devices ask in words of their own: the test of the feed tries them. */
const OF_DEVICES = '/api/sincronizacion';

const parentFields = RECORD_LIST.flatMap(({ parent }) => (parent ? [parent.field] : []));

interface Asked {
  call: Call;
  names: string[];
  /** What must be asked for, whatever else is. */
  always: Record<string, string>;
}
const CALLS: [string, Asked][] = everyCall().flatMap((call): [string, Asked][] => {
  const names = Object.keys((call.query as z.ZodObject | undefined)?.shape ?? {});
  const needed = names.filter((name) => parentFields.includes(name));
  const always = Object.fromEntries(needed.map((name) => [name, UNKNOWN_ID]));
  const apart = call.path.endsWith(ALIKE) || call.path.startsWith(OF_DEVICES);
  return names.length === 0 || apart ? [] : [[call.path, { call, names, always }]];
});

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

/** Of somebody who is not there. */
const ofSomebody = ({ call, always }: Asked) => Object.keys(always).length > 0 || call.path.includes('/:id/');

const ask = ({ call, always }: Asked, query: Record<string, string>) =>
  api.admin.get(addressOf(call.path, { id: UNKNOWN_ID }), { ...always, ...query });

it('the test knows every part of every query', () => {
  const known = [...Object.keys(WRONG), ...OPEN, ...parentFields];
  for (const [path, { names }] of CALLS) for (const name of names) expect(known, `${path} ${name}`).toContain(name);
  const used = CALLS.flatMap(([, { names }]) => names);
  for (const name of [...Object.keys(WRONG), ...OPEN]) expect(used).toContain(name);
});

describe.each(CALLS)('%s', (_, asked) => {
  const closed = asked.names.filter((name) => name in WRONG);
  const wrong = (name: string) => {
    const { values, said } = WRONG[name] as (typeof WRONG)[string];
    return { values, said: typeof said === 'string' ? said : said(asked.call.path) };
  };

  it('refuses what there is not, in the one sentence of its kind', async () => {
    for (const name of closed)
      for (const value of [...wrong(name).values, 'x'.repeat(201)]) {
        const { status, body } = await ask(asked, { [name]: value });
        expect([status, body], `${name}=${value}`).toEqual([
          400,
          { code: 'invalid', message: [{ msg: wrong(name).said, path: name }] },
        ]);
      }
  });

  it('names all that is wrong at once', async () => {
    const query = Object.fromEntries(closed.map((name) => [name, wrong(name).values[0] as string]));
    const { status, body } = await ask(asked, query);
    const said = closed.map((name) => ({ msg: wrong(name).said, path: name }));
    expect([status, body.message.toSorted(byPath)]).toEqual([400, said.toSorted(byPath)]);
  });

  it('takes a blank filter for none, and finds nothing by an open one', async () => {
    const blank = asked.names.filter((name) => !PAGING.includes(name) && !parentFields.includes(name));
    const open = asked.names.filter((name) => OPEN.includes(name));
    for (const query of [
      Object.fromEntries(blank.map((name) => [name, ''])),
      Object.fromEntries(blank.map((name) => [name, ' '])),
      Object.fromEntries(open.map((name) => [name, 'nadie'])),
    ]) {
      const { status } = await ask(asked, query);
      expect(status).toBe(ofSomebody(asked) ? 404 : 200);
    }
  });
});

it.each(CALLS.filter(([, { names }]) => names.includes('canton')))(
  '%s refuses a canton of another province',
  async (_, asked) => {
    const outside = { msg: 'El cantón no pertenece a la provincia elegida', path: 'canton' };
    const elsewhere = { provincia: 'azuay', canton: 'colta' };
    expect((await ask(asked, elsewhere)).body.message).toEqual([outside]);
    const { body } = await ask(asked, { ...elsewhere, establecimiento: 'x'.repeat(201) });
    expect(body.message.map(({ path }: Body) => path).toSorted()).toEqual(['canton', 'establecimiento']);
    for (const query of [
      { provincia: 'chimborazo', canton: 'Colta' },
      { canton: 'COLTA' },
      { provincia: 'SIN DATO', canton: 'COLTA' },
      { provincia: 'AZUAY', canton: 'SIN DATO' },
    ])
      expect((await ask(asked, query)).status).toBe(200);
  },
);

const byPath = (one: { path: string }, other: { path: string }) => one.path.localeCompare(other.path);
