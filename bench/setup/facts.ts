import { today } from '#domain/calendar.ts';
import { foldText } from '#domain/text.ts';
import { planOf } from '#server/populate/plan.ts';
import { DEFAULT_SEED, POPULATION_PASSWORD } from '#server/populate/populate.ts';
import { Connection } from '../load/connection.ts';
import { query } from './database.ts';

/** The data of a population that the jobs use; people of the staff appear as tokens of their sessions. */
export interface Facts {
  readonly today: string;
  readonly total: number;
  readonly administrators: readonly string[];
  readonly supervisors: readonly string[];
  readonly brigades: readonly string[];
  readonly accounts: readonly { readonly cedula: string; readonly password: string }[];
  /** Ids of random children. */
  readonly children: readonly string[];
  /** Surnames, each as often as in the population. */
  readonly surnames: readonly string[];
  /** Surnames that occur once in the sample. */
  readonly rare: readonly string[];
}

const CHILDREN = 20_000;
const SURNAMES = 2_000;
const ACCOUNTS = 50;
const ADMINISTRATORS = 1;
const SUPERVISORS = 4;
const BRIGADES = 16;

async function tokenOf(connection: Connection, cedula: string): Promise<string> {
  const body = { cedula, password: POPULATION_PASSWORD };
  const answer = await connection.send({ method: 'POST', path: '/api/auth/signin', body });
  if (answer.status !== 200) throw new Error(`Sign-in of ${cedula}: ${answer.status} ${answer.body}`);
  return JSON.parse(answer.body.toString()).accessToken;
}

interface ChildRow {
  readonly _id: string;
  readonly apellidos: string;
}

const firstSurname = ({ apellidos }: ChildRow) => foldText(apellidos.split(' ')[0] ?? '');

function rareNames(children: readonly ChildRow[]): string[] {
  const counted = new Map<string, number>();
  for (const { apellidos } of children)
    for (const name of apellidos.split(' ')) counted.set(name, (counted.get(name) ?? 0) + 1);
  return [...counted].filter(([, count]) => count === 1).map(([name]) => foldText(name));
}

/** Signs some people in and builds the facts. */
async function factsAbout(server: string, total: number, children: readonly ChildRow[], staff: Staff): Promise<Facts> {
  const connection = await Connection.open(server);
  const tokens = async (cedulas: readonly string[]) => {
    const all: string[] = [];
    for (const cedula of cedulas) all.push(await tokenOf(connection, cedula));
    return all;
  };
  try {
    const surnames = children.slice(0, SURNAMES).map(firstSurname);
    const rare = rareNames(children);
    return {
      today: today(),
      total,
      administrators: await tokens(staff.administrators),
      supervisors: await tokens(staff.supervisors),
      brigades: await tokens(staff.brigades.slice(0, BRIGADES)),
      accounts: staff.brigades.map((cedula) => ({ cedula, password: POPULATION_PASSWORD })),
      children: children.map(({ _id }) => _id),
      surnames,
      rare: rare.length > 0 ? rare : surnames,
    };
  } finally {
    connection.close();
  }
}

interface Staff {
  readonly administrators: readonly string[];
  readonly supervisors: readonly string[];
  readonly brigades: readonly string[];
}

const cedulasOf = (url: string, role: string, count: number) =>
  query<{ cedula: string }>(
    url,
    `select cedula from usuario join usuario_rol on usuario_id = usuario._id join rol on rol._id = rol_id
      where name = $1 order by orden limit $2`,
    [role, count],
  ).then((rows) => rows.map(({ cedula }) => cedula));

/** Reads the facts of a population from PostgreSQL. @param server the application's address, for signing in */
export async function collectFacts(database: string, server: string): Promise<Facts> {
  const [{ total } = { total: 0 }] = await query<{ total: number }>(
    database,
    'select count(*)::int as total from nino',
  );
  const share = Math.min(100, (200 * CHILDREN) / total);
  const children = await query<ChildRow>(
    database,
    `select _id, apellidos from nino tablesample bernoulli(${share}) repeatable (1) order by _id limit ${CHILDREN}`,
  );
  const [administrators, supervisors, brigades] = [
    await cedulasOf(database, 'ROLE_ADMINISTRADOR', ADMINISTRATORS),
    await cedulasOf(database, 'ROLE_SUPERVISOR', SUPERVISORS),
    await cedulasOf(database, 'ROLE_BRIGADA', ACCOUNTS),
  ];
  return factsAbout(server, total, children, { administrators, supervisors, brigades });
}

/** Reads the facts of a population on the embedded database, which only its server can read. */
export async function collectFactsFromServer(server: string, total: number): Promise<Facts> {
  const { administrator, supervisors, brigades } = planOf({ children: total, seed: DEFAULT_SEED, today: today() });
  const cedulas = (of: readonly { cedula: string }[], count: number) => of.slice(0, count).map(({ cedula }) => cedula);
  const staff = {
    administrators: [administrator.cedula],
    supervisors: cedulas(supervisors, SUPERVISORS),
    brigades: cedulas(brigades, ACCOUNTS),
  };
  const connection = await Connection.open(server);
  const token = await tokenOf(connection, staff.supervisors[0] ?? '');
  connection.close();
  // A whole list comes in chunks, which the lean connection of the load leaves as they are.
  const answer = await fetch(`${server}/api/nino`, { headers: { 'x-access-token': token } });
  return factsAbout(server, total, (await answer.json()) as ChildRow[], staff);
}
