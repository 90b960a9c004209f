import { RECORD_LIST, RECORDS } from '#domain/records/index.ts';
import { createUser, PASSWORD } from '../tests/support/people.ts';
import { remoteApi } from '../tests/support/remote-api.ts';
import { startServer } from '../tests/support/server-process.ts';

const CHILDREN = 12;

/** The account that created the children. */
export const BRIGADE = { cedula: '0602948179', password: PASSWORD };

/** Starts a server with one brigade and a few children. The newest, `child`, has one record of every kind, `other` has none. */
export async function startServerWithChildren() {
  const server = await startServer();
  await createUser(server, BRIGADE.cedula, 'ROLE_BRIGADA');
  const { call: send, signIn } = remoteApi(server.url);
  const token = await signIn(BRIGADE);
  const call = async (method: string, path: string, body: unknown) => {
    const { status, body: answer } = await send(method, path, body, token);
    if (status !== 201) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  };
  const [child, other] = [crypto.randomUUID(), crypto.randomUUID()];
  for (let index = 0; index < CHILDREN; index += 1) {
    const _id = { 0: other, [CHILDREN - 1]: child }[index] ?? crypto.randomUUID();
    await call('POST', '/api/nino', { ...RECORDS.nino.example, cedula: String(1_000_000_000 + index), _id });
  }
  for (const { path, parent, example } of RECORD_LIST)
    if (parent?.record === 'nino') await call('POST', `/api/${path}`, { ...example, [parent.field]: child });
  return { server, child, other };
}
