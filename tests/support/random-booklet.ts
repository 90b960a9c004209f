import { inArray } from 'drizzle-orm';
import { addDays, today } from '#domain/calendar.ts';
import { DAY_LONG_PAST, nino } from '#server/db/schema.ts';
import { refreshOutdated } from '#server/modules/records/refresh-children.ts';
import { createRandom } from '#server/population/random.ts';
import { type Body, createRecord } from './factories.ts';
import type { TestApi, TestUser } from './test-api.ts';

const PLACES: readonly (readonly [provincia: string, canton: string, establecimiento: string])[] = [
  ['CHIMBORAZO', 'COLTA', 'Centro de Salud Colta'],
  ['CHIMBORAZO', 'COLTA', 'Puesto Sicalpa'],
  ['CHIMBORAZO', 'GUANO', 'Puesto Guano'],
  ['LOJA', 'OLMEDO', 'Centro Olmedo'],
  ['MANABÍ', 'OLMEDO', 'Centro Olmedo'],
  ['', 'COLTA', ''],
  ['', '', ''],
];

interface Person {
  _id: string;
  body: Body;
  records: { path: string; _id: string }[];
}

/** Makes random changes to records; equal seeds make equal changes. */
export function randomBooklet(api: TestApi, staff: readonly TestUser[], seed: number) {
  const { pick, whole, chance } = createRandom(seed);
  const children: Person[] = [];
  const women: Person[] = [];
  const deleted: { person: Person; of: Person[] }[] = [];

  const person = (): Body => {
    const [provincia, canton, establecimiento] = pick(PLACES);
    return { provincia, canton, establecimiento };
  };
  const child = (): Body => ({
    ...person(),
    sexo: pick(['MASCULINO', 'FEMENINO', '']),
    fechanacimiento: chance(0.2) ? null : addDays(today(), -whole(60, 900)),
  });
  const expectDone = (what: string, { status, text }: { status: number; text: string }) => {
    if (status >= 300) throw new Error(`${what}: ${status} ${text}`);
  };

  const create = async (key: 'nino' | 'mujer', list: Person[]) => {
    const body = await createRecord(pick(staff), key, key === 'nino' ? child() : person());
    list.push({ _id: body._id, body, records: [] });
  };
  const edit = async (path: string, { _id, body }: Person, change: Body) => {
    const { version: _, ...next } = { ...body, ...change };
    expectDone('edit', await api.admin.put(`/api/${path}/${_id}`, next));
    Object.assign(body, change);
  };
  const record = async (key: 'control' | 'vacuna' | 'rn') => {
    const owner = pick(children);
    const measured = {
      fecha: addDays(today(), -whole(-5, 90)),
      edad: whole(3, 24),
      peso: whole(400, 1400) / 100,
      longitud: whole(550, 900) / 10,
    };
    const dias = pick([280, 258, 224, 203]);
    const values = {
      control: measured,
      vacuna: { dosis: whole(1, 3) },
      rn: { sem: Math.ceil(dias / 7), dias },
    }[key];
    const { _id } = await createRecord(api.admin, key, values, owner._id);
    owner.records.push({ path: key, _id });
  };
  const takeAway = async () => {
    const owner = pick(children);
    const removed = owner.records.pop();
    if (removed) expectDone('remove', await api.admin.delete(`/api/${removed.path}/${removed._id}`));
  };
  const remove = async (path: string, list: Person[]) => {
    const [removed] = list.splice(whole(0, list.length - 1), 1);
    if (!removed) return;
    expectDone('delete', await api.admin.delete(`/api/${path}/${removed._id}`));
    deleted.push({ person: removed, of: list });
  };
  const restore = async () => {
    const back = deleted.pop();
    if (!back) return;
    expectDone('restore', await api.admin.post(`/api/auditoria/eliminados/${back.person._id}/restaurar`, {}));
    back.of.push(back.person);
  };
  const erase = async () => {
    const [erased] = deleted.length > 0 && chance(0.5) ? [deleted.pop()?.person] : children.splice(0, 1);
    if (erased)
      expectDone('erase', await api.admin.post(`/api/auditoria/personas/${erased._id}/borrar`, { motivo: 'Sí' }));
  };

  const steps: (() => Promise<unknown>)[] = [
    ...Array.from({ length: 4 }, () => () => create('nino', children)),
    ...Array.from({ length: 8 }, () => () => record('control')),
    ...Array.from({ length: 3 }, () => () => record('vacuna')),
    () => record('rn'),
    () => record('rn'),
    ...Array.from({ length: 4 }, () => () => edit('nino', pick(children), child())),
    () => create('mujer', women),
    () => women.length > 0 && edit('mujer', pick(women), person()),
    () => remove('mujer', women),
    takeAway,
    takeAway,
    () => remove('nino', children),
    restore,
    erase,
    async () => {
      const own = inArray(
        nino._id,
        children.map(({ _id }) => _id),
      );
      await api.database.db.update(nino).set({ revisar: DAY_LONG_PAST, estado: 'Sobrepeso', ztalla: -3.5 }).where(own);
      await refreshOutdated(api.database.db);
    },
  ].map((step) => async () => step());

  return {
    async step() {
      while (children.length < 3) await create('nino', children);
      await pick(steps)();
    },
  };
}
