import { addDays, today } from '#domain/calendar.ts';
import { now } from '#domain/clock.ts';
import type { Values } from '#domain/fields/index.ts';
import { loadEveryStandard } from '#domain/growth/who/standards.ts';
import { newId } from '#domain/new-id.ts';
import { RECORDS, type RecordKey } from '#domain/records/index.ts';
import type { RoleName } from '#domain/roles.ts';
import { foldText } from '#domain/text.ts';
import { hashPassword } from '#server/accounts/password-work.ts';
import type { Actor } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { opcion } from '#server/db/schema.ts';
import { printOf } from '#server/modules/records/operation-print.ts';
import { createRecordRepository } from '#server/modules/records/record-repository.ts';
import { refreshOutdated } from '#server/modules/records/refresh-children.ts';
import { createUserRepository } from '#server/modules/users/user-repository.ts';
import { inventChild, OLDEST_DAYS, YOUNGEST_DAYS } from '#server/population/child.ts';
import type { InventedPerson } from '#server/population/person.ts';
import { createRandom } from '#server/population/random.ts';
import { inventWoman } from '#server/population/woman.ts';
import { DEMO_PLACES } from './places.ts';

export interface DemoAccount {
  nombre: string;
  apellido: string;
  cedula: string;
  role: RoleName;
}

export const DEMO_PASSWORD = 'Libreta2026';

export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  { nombre: 'Nelly', apellido: 'Tixi', cedula: '0601000001', role: 'ROLE_ADMINISTRADOR' },
  { nombre: 'Diego', apellido: 'Paredes', cedula: '0601000002', role: 'ROLE_SUPERVISOR' },
  { nombre: 'Rosa', apellido: 'Yuquilema', cedula: '0601000003', role: 'ROLE_BRIGADA' },
  { nombre: 'Luis', apellido: 'Ortega', cedula: '0601000004', role: 'ROLE_BRIGADA' },
  { nombre: 'Marisol', apellido: 'Chicaiza', cedula: '0601000005', role: 'ROLE_BRIGADA' },
  { nombre: 'Blanca', apellido: 'Guamán', cedula: '0601000006', role: 'ROLE_USUARIO' },
];

const SEED = 20_261_120;
const WOMEN = 160;
const CHILDREN = 320;
/** When the records of a day were made: noon in Guayaquil, which is on the same day in UTC, but never later than now. */
const madeOn = (day: string) => new Date(Math.min(Date.parse(`${day}T17:00:00Z`), now().getTime()));

async function createAccounts(db: Db): Promise<Actor[]> {
  const users = createUserRepository(db);
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const brigades: Actor[] = [];
  for (const { role, ...person } of DEMO_ACCOUNTS) {
    const id = crypto.randomUUID();
    const user = { ...person, email: `${foldText(person.nombre)}@ejemplo.ec` };
    const creator = { id, origin: null };
    const roleIds = await users.roleIds([role]);
    await users.create({ id, creator, user, roleIds, passwordFrom: 'persona' }, passwordHash);
    if (role === 'ROLE_BRIGADA')
      brigades.push({ id, cedula: person.cedula, roles: [role], session: null, origin: null });
  }
  return brigades;
}

async function save(db: Db, actor: Actor, key: RecordKey, person: InventedPerson): Promise<void> {
  let clock = madeOn(person.registered);
  const create = async (type: RecordKey, values: Values, parentId?: string) => {
    const definition = RECORDS[type];
    const id = newId(clock.getTime());
    const options = { now: () => clock, summaries: false };
    const sent = { hace: 'crear', tipo: type, _id: id, persona: parentId ?? id, valores: values } as const;
    const record = { id, print: printOf(definition, sent), values, parentId };
    await createRecordRepository(db, definition, options).create(actor, record);
    return id;
  };
  const parentId = await create(key, person.values);
  for (const { key: type, values, date } of person.records) {
    clock = madeOn(date);
    await create(type, values, parentId);
  }
}

export async function fillDemo(db: Db, day: string = today()): Promise<void> {
  const random = createRandom(SEED);
  await db.transaction(async (transaction) => {
    const brigades = await createAccounts(transaction);
    const standards = await loadEveryStandard();
    const places = DEMO_PLACES.map(({ establecimiento }) => establecimiento);
    await transaction
      .insert(opcion)
      .values(
        places.map((valor) => ({ _id: crypto.randomUUID(), lista: 'establecimiento', valor, clave: foldText(valor) })),
      );
    const mothers: string[] = [];
    for (let i = 0; i < WOMEN; i += 1) {
      const registered = addDays(day, -random.whole(5, 240));
      const woman = inventWoman(random, { sequence: i, place: random.pick(DEMO_PLACES), registered, today: day });
      mothers.push(String(woman.values.cedula));
      await save(transaction, random.pick(brigades), 'mujer', woman);
    }
    for (let i = 0; i < CHILDREN; i += 1) {
      const ageDays = random.whole(YOUNGEST_DAYS, OLDEST_DAYS);
      const [place, cedulamadre] = [random.pick(DEMO_PLACES), random.pick(mothers)];
      const child = { sequence: WOMEN + i, place, ageDays, today: day, cedulamadre, standards };
      await save(transaction, random.pick(brigades), 'nino', inventChild(random, child));
    }
    await refreshOutdated(transaction);
  });
}
