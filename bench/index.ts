import { RECORDS } from '#domain/records/index.ts';
import { hashPassword } from '#server/accounts/password-work.ts';
import { buildApp } from '#server/app.ts';
import { openDatabase } from '#server/db/connect.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { createUserRepository } from '#server/modules/users/user-repository.ts';
import { benchExports } from './exports.ts';
import { benchJournal } from './journal.ts';

/**
 * Times the paths that must stay fast, on an embedded database in memory, at two sizes in one run. What counts is the
 * ratio between the sizes: a list page, a search and a write must not grow with the number of children.
 */
const SIZES = [1_000, 10_000] as const;
const RUNS = 30;
const PASSWORD = 'Administra2026';

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;

const database = await openDatabase({ memory: true });
await migrateDatabase(database);
const users = createUserRepository(database.db);
const id = crypto.randomUUID();
const admin = {
  nombre: 'Banco',
  apellido: 'Prueba',
  cedula: '1710034065',
  email: 'banco@ejemplo.ec',
};
const roleIds = await users.roleIds(['ROLE_ADMINISTRADOR']);
const creator = { id, origin: null };
await users.create({ id, creator, user: admin, roleIds, passwordFrom: 'persona' }, await hashPassword(PASSWORD));
const app = await buildApp({ database, secret: 'only for the bench' });

async function request(method: 'GET' | 'POST', url: string, payload?: object, token = '') {
  const response = await app.inject({
    method,
    url,
    headers: { 'x-access-token': token },
    ...(payload ? { payload } : {}),
  });
  if (response.statusCode >= 300) throw new Error(`${method} ${url}: ${response.statusCode}`);
  return response.json();
}

const { accessToken } = await request('POST', '/api/auth/signin', { cedula: admin.cedula, password: PASSWORD });
let sequence = 0;
function child() {
  sequence += 1;
  return {
    ...RECORDS.nino.example,
    _id: crypto.randomUUID(),
    cedula: String(sequence),
    apellidos: `APELLIDO${sequence % 977}`,
  };
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return median(times);
}

const results = new Map<string, number[]>();
for (const size of SIZES) {
  while (sequence < size) await request('POST', '/api/nino', child(), accessToken);
  const measured = {
    'first page of a list': await time(() => request('GET', '/api/nino?limit=5', undefined, accessToken)),
    'search by surname': await time(() => request('GET', '/api/nino?limit=5&q=apellido123', undefined, accessToken)),
    'create a child': await time(() => request('POST', '/api/nino', child(), accessToken)),
  };
  for (const [name, milliseconds] of Object.entries(measured))
    results.set(name, [...(results.get(name) ?? []), milliseconds]);
}
for (const [name, [small = 0, large = 0]] of results)
  console.log(
    `${name.padEnd(22)} ${small.toFixed(2)} ms → ${large.toFixed(2)} ms  (×${(large / small).toFixed(2)} for ×10 children)`,
  );
await benchJournal(database, request, accessToken);
await benchExports(app, database, accessToken);
await app.close();
await database.close();
