import { type Body, bodyWith, recordOf } from './factories.ts';
import { remoteApi } from './remote-api.ts';
import { CHILDREN, STAFF } from './report-children.ts';
import type { ServerProcess } from './server-process.ts';
import { administratorCalls, roleIds } from './sign-in.ts';

const PASSWORD = 'Libreta2026';

/** Creates seven children and a woman of two brigades, and a supervisor. @returns ids of the children by name */
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
