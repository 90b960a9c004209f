import { addDays, addMonths, today } from '#domain/calendar.ts';
import { type Body, bodyWith, recordOf } from './factories.ts';
import { createUser, PASSWORD } from './people.ts';
import { remoteApi } from './remote-api.ts';
import type { ServerProcess } from './server-process.ts';

export const BRIGADE = '0602948201';
export const OTHER_BRIGADE = '0602948202';
export const SUPERVISOR = '0602948203';

const DAY = today();
const COLTA = { provincia: 'CHIMBORAZO', canton: 'COLTA', establecimiento: '' };
const LOJA = { provincia: 'LOJA', canton: 'LOJA', establecimiento: '' };

interface Child {
  by: string;
  birth: string;
  place: Body;
  /** Day, length in cm, weight in kg, all at 12 months. Boys: median length 76 cm, −2 SD 71 cm; normal weight 8.2–12.2 kg. */
  controls: [fecha: string, longitud: number, peso: number][];
}

const CHILDREN: Record<string, Child> = {
  // Crossed −2 SD of length for age today.
  ELI: {
    by: BRIGADE,
    birth: addMonths(DAY, -13),
    place: COLTA,
    controls: [
      [addMonths(DAY, -1), 74, 9.6],
      [DAY, 70.5, 9.6],
    ],
  },
  // Malnourished by the programme and not seen for 40 days.
  CIRO: { by: BRIGADE, birth: addMonths(DAY, -13), place: COLTA, controls: [[addDays(DAY, -40), 76, 7.9]] },
  FE: { by: OTHER_BRIGADE, birth: addMonths(DAY, -3), place: LOJA, controls: [] },
  ANA: { by: OTHER_BRIGADE, birth: addMonths(DAY, -13), place: LOJA, controls: [[DAY, 76, 9.6]] },
};

/** Creates four boys of two brigades and a supervisor. @returns ids by name */
export async function fillFollowUp(server: ServerProcess): Promise<Record<string, string>> {
  await createUser(server, BRIGADE, 'ROLE_BRIGADA');
  await createUser(server, OTHER_BRIGADE, 'ROLE_BRIGADA');
  await createUser(server, SUPERVISOR, 'ROLE_SUPERVISOR');
  const { call, signIn } = remoteApi(server.url);
  const ids: Record<string, string> = {};
  for (const [nombres, { by, birth, place, controls }] of Object.entries(CHILDREN)) {
    const token = await signIn({ cedula: by, password: PASSWORD });
    const create = async (key: string, change: Body, parentId?: string) => {
      const record = recordOf(key);
      const { status, body } = await call('POST', `/api/${record.path}`, bodyWith(record, parentId, change), token);
      if (status !== 201) throw new Error(`${key}: ${JSON.stringify(body)}`);
      return String(body._id);
    };
    const person = { nombres, apellidos: 'CUJÍ', sexo: 'MASCULINO', fechanacimiento: birth, celular: '0991234567' };
    const id = await create('nino', { ...person, ...place });
    ids[nombres] = id;
    for (const [fecha, longitud, peso] of controls)
      await create('control', { fecha, edad: 12, peso, longitud, perimetro: 46 }, id);
  }
  return ids;
}
