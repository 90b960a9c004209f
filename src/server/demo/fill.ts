import { today } from '#domain/calendar.ts';
import { loadEveryStandard } from '#domain/growth/who/standards.ts';
import { parseRecord, type RecordDefinition } from '#domain/records/define-record.ts';
import { RECORDS, type RecordKey } from '#domain/records/index.ts';
import type { RoleName } from '#domain/roles.ts';
import { foldText } from '#domain/text.ts';
import { hashPassword } from '#server/accounts/password-work.ts';
import type { Actor } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { opcion } from '#server/db/schema.ts';
import { refreshOutdated } from '#server/modules/records/child-summary.ts';
import { createRecordRepository } from '#server/modules/records/record-repository.ts';
import { createUserRepository } from '#server/modules/users/user-repository.ts';
import { PLACES } from './names.ts';
import { type DemoPerson, demoChild, demoWoman } from './population.ts';
import { createRandom } from './random.ts';

export interface DemoAccount {
  nombre: string;
  apellido: string;
  cedula: string;
  role: RoleName;
}

/** Everybody's password in the demonstration. */
export const DEMO_PASSWORD = 'Libreta2026';

/** One account per role, and two more brigades. */
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
/** Noon in Guayaquil, so that the day is the same in UTC. */
const noon = (day: string) => new Date(`${day}T17:00:00Z`);

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

function accepted(definition: RecordDefinition, fields: Record<string, unknown>) {
  const { values, problems } = parseRecord(definition, fields);
  if (problems) throw new Error(`The demonstration's ${definition.key} is not valid: ${JSON.stringify(problems)}`);
  return values;
}

async function save(db: Db, actor: Actor, key: RecordKey, person: DemoPerson): Promise<void> {
  let clock = noon(person.registered);
  const create = async (type: RecordKey, fields: Record<string, unknown>, parentId?: string) => {
    const definition = RECORDS[type];
    const id = crypto.randomUUID();
    const options = { now: () => clock, summaries: false };
    await createRecordRepository(db, definition, options).create(actor, id, accepted(definition, fields), parentId);
    return id;
  };
  const parentId = await create(key, person.fields);
  for (const { key: type, fields, date } of person.records.toSorted((a, b) => (a.date < b.date ? -1 : 1))) {
    clock = noon(date);
    await create(type, fields, parentId);
  }
}

/** Fills an empty database with accounts, establishments, women and children; the same people every time. */
export async function fillDemo(db: Db, day: string = today()): Promise<void> {
  const random = createRandom(SEED);
  await db.transaction(async (inside) => {
    const brigades = await createAccounts(inside);
    const standards = await loadEveryStandard();
    const places = PLACES.map(({ establecimiento }) => establecimiento);
    await inside
      .insert(opcion)
      .values(
        places.map((valor) => ({ _id: crypto.randomUUID(), lista: 'establecimiento', valor, clave: foldText(valor) })),
      );
    const mothers: string[] = [];
    for (let i = 0; i < WOMEN; i += 1) {
      const woman = demoWoman(random, i, day);
      mothers.push(String(woman.fields.cedula));
      await save(inside, random.pick(brigades), 'mujer', woman);
    }
    for (let i = 0; i < CHILDREN; i += 1)
      await save(inside, random.pick(brigades), 'nino', demoChild(random, WOMEN + i, day, mothers, standards));
    await refreshOutdated(inside);
  });
}
