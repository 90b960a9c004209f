import { addDays, addMonths, today } from '#domain/calendar.ts';
import { type Body, bodyWith, recordOf } from './factories.ts';
import { remoteApi } from './remote-api.ts';
import type { ServerProcess } from './server-process.ts';
import { administratorCalls, roleIds } from './sign-in.ts';

const PASSWORD = 'Libreta2026';

export const STAFF = {
  rosa: { nombre: 'Rosa', apellido: 'Yuquilema', cedula: '0602948101', role: 'ROLE_BRIGADA' },
  luis: { nombre: 'Luis', apellido: 'Ortega', cedula: '0602948102', role: 'ROLE_BRIGADA' },
  diego: { nombre: 'Diego', apellido: 'Paredes', cedula: '0602948103', role: 'ROLE_SUPERVISOR' },
} as const;

export const monthsAgo = (months: number): string => addMonths(today(), -months);

interface Child {
  by: 'rosa' | 'luis';
  sexo: 'MASCULINO' | 'FEMENINO';
  place: [provincia: string, canton: string];
  control?: [fecha: string, edad: number, peso: number];
  vaccines?: number;
}

/** At 12 months 8.2 to 12.2 kg are Normal; 25 months are beyond the table. */
const CHILDREN: Record<string, Child> = {
  ANA: {
    by: 'rosa',
    sexo: 'MASCULINO',
    place: ['CHIMBORAZO', 'COLTA'],
    control: [addDays(today(), -10), 12, 8],
  },
  BEA: { by: 'rosa', sexo: 'FEMENINO', place: ['CHIMBORAZO', 'COLTA'], control: [monthsAgo(2), 12, 9], vaccines: 2 },
  CIRO: { by: 'luis', sexo: 'MASCULINO', place: ['CHIMBORAZO', 'GUANO'], control: [monthsAgo(5), 12, 13] },
  DORA: { by: 'luis', sexo: 'FEMENINO', place: ['LOJA', 'OLMEDO'], control: [monthsAgo(8), 12, 10], vaccines: 1 },
  ELI: { by: 'luis', sexo: 'FEMENINO', place: ['MANABÍ', 'OLMEDO'], control: [monthsAgo(11), 12, 11] },
  FE: { by: 'rosa', sexo: 'FEMENINO', place: ['LOJA', 'LOJA'] },
  GIL: { by: 'rosa', sexo: 'MASCULINO', place: ['LOJA', 'LOJA'], control: [monthsAgo(20), 3, 5] },
};

/** Seven children and a woman, recorded by two brigades; Diego supervises. @returns the ids of the children by name */
export async function fillReports(server: ServerProcess): Promise<Record<string, string>> {
  const { call, signIn } = remoteApi(server.url);
  const create = async (token: string, key: string, parentId: string | undefined, change: Body) => {
    const record = recordOf(key);
    const answer = await call('POST', `/api/${record.path}`, bodyWith(record, parentId, change), token);
    if (answer.status !== 201) throw new Error(`${key}: ${JSON.stringify(answer.body)}`);
    return String(answer.body._id);
  };
  const asAdministrator = await administratorCalls(server);
  const roles = await roleIds(server);
  for (const { role, ...person } of Object.values(STAFF)) {
    const user = { ...person, email: `${person.cedula}@ejemplo.ec`, password: PASSWORD, roles: roles[role] };
    await asAdministrator('POST', '/api/users', user);
  }
  const tokens = {
    rosa: await signIn({ cedula: STAFF.rosa.cedula, password: PASSWORD }),
    luis: await signIn({ cedula: STAFF.luis.cedula, password: PASSWORD }),
  };
  const ids: Record<string, string> = {};
  for (const [nombres, { by, sexo, place, control, vaccines = 0 }] of Object.entries(CHILDREN)) {
    const [provincia, canton] = place;
    const establecimiento = `Centro ${canton}`;
    const person = { nombres, apellidos: 'CUJÍ', sexo, provincia, canton, establecimiento };
    const id = await create(tokens[by], 'nino', undefined, person);
    ids[nombres] = id;
    if (control) {
      const [fecha, edad, peso] = control;
      await create(tokens[by], 'control', id, { fecha, edad, peso, longitud: 73.2 });
    }
    for (let dosis = 1; dosis <= vaccines; dosis += 1) await create(tokens[by], 'vacuna', id, { dosis });
  }
  await create(tokens.rosa, 'mujer', undefined, { provincia: 'CHIMBORAZO', canton: 'COLTA' });
  return ids;
}
