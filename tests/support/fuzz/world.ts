import { eq } from 'drizzle-orm';
import type { ImportState } from '#domain/calls/importing.ts';
import type { StoredSystem } from '#domain/calls/systems.ts';
import { CATALOGS } from '#domain/catalogs.ts';
import { RECORD_LIST, RECORDS } from '#domain/records/index.ts';
import type { RoleName } from '#domain/roles.ts';
import { countedTry, secondFactor, secondFactorRole, usuario } from '#server/db/schema.ts';
import { createSessionRepository } from '#server/modules/auth/session-repository.ts';
import type { ApiClient } from '../api-client.ts';
import { type Body, bodyWith, createRecord, newCedula } from '../factories.ts';
import { goalBody } from '../goals.ts';
import { imported, rehearsed, sendFile, womanFile } from '../imports.ts';
import { createLane, creating } from '../lane.ts';
import { newAddress } from '../new-address.ts';
import { systemBody } from '../systems.ts';
import type { TestApi, TestUser } from '../test-api.ts';
import { DEVICE_SECRET } from './bodies.ts';
import { createMarks, OWNERS, type Owner, type Role } from './marks.ts';
import { deep, keys } from './shapes.ts';
import { badTokens } from './tokens.ts';

const ORIGIN = { request: crypto.randomUUID(), address: '127.0.0.1', device: 'Equipo de las pruebas' };
const PLACEHOLDER = /\{\{([\w.]+?)(?:\|(\w+))?\}\}/g;

const RECORD_PATHS = new Set(RECORD_LIST.map(({ path }) => `/api/${path}`));

const isOwner = (role: Role): role is Owner => role !== 'nobody' && role !== 'user';

const newImport = async (api: TestApi, client: ApiClient): Promise<string> =>
  (await rehearsed(api, client, 'mujer', womanFile()))._id;
/** The states in which steps of an import find it. To make one, everything that waits is done, also files that were sent by requests. */
const IMPORTS = {
  rehearsed: { state: 'ensayada', make: newImport },
  written: {
    state: 'importada',
    make: async (api: TestApi, client: ApiClient) => (await imported(api, client, await newImport(api, client)))._id,
  },
  queued: {
    state: 'recibida',
    make: async (_: TestApi, client: ApiClient) => (await sendFile(client, 'mujer', womanFile())).body._id,
  },
} satisfies Record<string, { state: ImportState; make: (api: TestApi, client: ApiClient) => Promise<string> }>;
type ImportNeed = keyof typeof IMPORTS;

/**
 * The accounts that send requests, and the persons, records and accounts they are about: permanent ones, and spare ones that may be changed and
 * deleted.
 */
export async function createWorld(api: TestApi) {
  const marks = createMarks();
  const sessions = createSessionRepository(api.database.db);
  const users: Record<Exclude<Role, 'nobody'>, TestUser> = {
    user: await api.user('ROLE_USUARIO'),
    brigadeOne: await api.user('ROLE_BRIGADA'),
    brigadeTwo: await api.user('ROLE_BRIGADA'),
    supervisor: await api.user('ROLE_SUPERVISOR'),
    administrator: api.admin,
  };
  const receiver = await api.user('ROLE_BRIGADA');
  let receiverToken: string | undefined = receiver.token;
  const tokens: Partial<Record<Role, string | undefined>> = {};
  const openedSessions: Partial<Record<Role, string>> = {};
  const asOwner = (owner: Owner): ApiClient => api.client(tokens[owner], newAddress());

  /** @returns the token if its session is still open, else that of a new session */
  const liveToken = async (id: string, token: string | undefined) => {
    if (token && (await api.client(token).get('/api/perfil')).status === 200) return token;
    const [row] = await api.database.db
      .select({ epoch: usuario.sessionEpoch })
      .from(usuario)
      .where(eq(usuario._id, id));
    return api.app.jwt.sign(await sessions.open({ id, epoch: Number(row?.epoch) }, ORIGIN));
  };
  /** Opens a session for every role without one. */
  const revive = async () => {
    for (const [role, { id }] of Object.entries(users) as [Role, TestUser][]) {
      const token = await liveToken(id, tokens[role]);
      tokens[role] = token;
      openedSessions[role] = api.app.jwt.decode<{ sid: string }>(token)?.sid ?? '';
    }
  };
  await revive();

  /** A second factor that can be reset or get new codes, but never be used to sign in. */
  const withSecondFactor = async (userId: string) => {
    const factor = { userId, secret: 'unreadable', confirmedAt: new Date() };
    await api.database.db.insert(secondFactor).values(factor);
  };
  for (const { id } of Object.values(users)) await withSecondFactor(id);
  const [{ passwordHash } = { passwordHash: '' }] = await api.database.db
    .select({ passwordHash: usuario.passwordHash })
    .from(usuario)
    .where(eq(usuario._id, users.user.id));

  /** Ids of permanent persons and records by type and owner. */
  const permanentIds = new Map<string, string>();
  /** Words and cedulas of the permanent persons. */
  const terms = new Map<string, string>();
  for (const owner of OWNERS)
    for (const definition of RECORD_LIST) {
      const { key, path, parent } = definition;
      const body = marks.mark(
        definition,
        bodyWith(definition, parent && permanentIds.get(`${parent.record}.${owner}`)),
        owner,
      );
      const { status, text, body: made } = await asOwner(owner).post(`/api/${path}`, body);
      if (status !== 201) throw new Error(`${key} of ${owner} was not created: ${text}`);
      permanentIds.set(`${key}.${owner}`, made._id);
      if (!parent) terms.set(`word.${owner}`, made.nombres).set(`cedula.${owner}`, made.cedula);
      marks.own(made._id, owner);
    }
  for (const owner of OWNERS) {
    marks.ownAccount(users[owner].cedula, owner);
    marks.ownAccount(users[owner].id, owner);
  }
  const ended = await api.user('ROLE_ADMINISTRADOR');
  await ended.post('/api/auth/signout');
  const bad: Record<string, string> = { ...badTokens(String(tokens.administrator)), ended: String(ended.token) };

  const spares = new Map<string, string>();
  const spare = async (key: string, owner: Owner): Promise<string> => {
    const name = `${key}.${owner}`;
    const living = spares.get(name);
    if (living) return living;
    const { parent } = RECORDS[key as keyof typeof RECORDS] as { parent?: { record: string } };
    const { _id } = await createRecord(
      asOwner(owner),
      key,
      {},
      parent && permanentIds.get(`${parent.record}.${owner}`),
    );
    spares.set(name, _id);
    marks.own(_id, owner);
    return _id;
  };
  const option = async (key: string): Promise<string> => {
    const { field, kind } = CATALOGS[key as keyof typeof CATALOGS];
    const living = (await asOwner('administrator').get(`/api/${key}`, { limit: '1' })).body[0]?._id;
    const body = { [field]: kind === 'text' ? 'Alguna' : 5 };
    return living ?? (await asOwner('administrator').post(`/api/${key}`, body)).body._id;
  };
  const goal = async (): Promise<string> => {
    const living = (await asOwner('administrator').get('/api/metas')).body[0]?._id;
    return living ?? (await asOwner('administrator').post('/api/metas', goalBody())).body._id;
  };
  const system = async (): Promise<string> => {
    const [first]: StoredSystem[] = (await asOwner('administrator').get('/api/sistemas')).body;
    if (first?.estado === 'activo') return first._id;
    return (await asOwner('administrator').post('/api/sistemas', systemBody())).body._id;
  };
  /** A dose that the list lacks; there are only ten. */
  const freeDose = async (key: string): Promise<string> => {
    const { field } = CATALOGS[key as keyof typeof CATALOGS];
    const rows: Body[] = (await asOwner('administrator').get(`/api/${key}`)).body;
    const free = Array.from({ length: 10 }, (_, index) => index + 1).find((dose) =>
      rows.every((row) => row[field] !== dose),
    );
    if (free) return String(free);
    await asOwner('administrator').delete(`/api/${key}/${rows[0]?._id}`);
    return String(rows[0]?.[field]);
  };
  let account: { _id: string; cedula: string } | undefined;
  const spareAccount = async () => {
    if (!account) {
      const { id, cedula } = await api.user('ROLE_USUARIO');
      account = { _id: id, cedula };
      await withSecondFactor(id);
    }
    return account;
  };
  let erased: string | undefined;
  const deleted = async () => {
    if (erased) return erased;
    erased = await spare('mujer', 'administrator');
    spares.delete('mujer.administrator');
    await asOwner('administrator').delete(`/api/mujer/${erased}`);
    return erased;
  };

  /** Devices by owner; the neutral receiver's may be known to every role. */
  const devices = new Map<string, string>();
  const device = async (of: string): Promise<string> => {
    const equipo = devices.get(of) ?? crypto.randomUUID();
    if (!devices.has(of)) await ticket(of, equipo);
    devices.set(of, equipo);
    return equipo;
  };
  /** Requiring the second factor for a role ends the sessions of its users. */
  const asReceiver = async (): Promise<ApiClient> => {
    receiverToken = await liveToken(receiver.id, receiverToken);
    return api.client(receiverToken, newAddress());
  };
  const ticket = async (of: string, equipo: string): Promise<string> => {
    const presented = { equipo, secreto: DEVICE_SECRET, nombre: 'Tableta' };
    const client = of === 'receiver' ? await asReceiver() : asOwner(of as Owner);
    return (await client.post('/api/equipos/llave', presented)).body.ficha;
  };

  let handedIn: string | undefined;
  /** A retained write about a person that does not exist. */
  const retained = async () => {
    if (handedIn) return handedIn;
    const creation = creating('nino');
    // A new account, because the sessions of the others may have ended.
    const author = await api.user('ROLE_BRIGADA');
    const equipo = crypto.randomUUID();
    await author.post('/api/equipos/llave', { equipo, secreto: DEVICE_SECRET, nombre: 'Tableta' });
    await createLane(author, equipo).handIn('mismaPersona', creation);
    handedIn = String(creation.op);
    return handedIn;
  };

  /** Imports by what a call needs of them. One that has gone on, been used or been discarded is replaced. */
  const imports = new Map<ImportNeed, string>();
  const importFor = async (need: ImportNeed): Promise<string> => {
    const client = asOwner('administrator');
    const { state, make } = IMPORTS[need];
    const current = imports.get(need);
    const isReady = async (id: string) => (await client.get(`/api/importaciones/${id}`)).body?.estado === state;
    if (current && (await isReady(current))) return current;
    const made = await make(api, client);
    if (!(await isReady(made))) throw new Error(`no import is ${state}`);
    imports.set(need, made);
    return made;
  };

  /** Resolves a placeholder; `own` stands for the caller. */
  const resolveName = async (name: string, role: Role): Promise<string> => {
    const [kind = '', which = '', key = ''] = name.split('.');
    const self: Owner = isOwner(role) ? role : 'brigadeOne';
    const owner = which === 'own' ? self : (which as Owner);
    switch (kind) {
      case 'new':
        return which === 'cedula' ? newCedula() : crypto.randomUUID();
      case 'long':
        return 'x'.repeat(Number(which));
      case 'keys':
        return keys(Number(which));
      case 'deep':
        return deep(Number(which));
      case 'token':
        return String(bad[which] ?? tokens[which as Role]);
      case 'role':
        return api.roleId(which as RoleName);
      case 'session':
        return String(openedSessions[which as Role]);
      case 'account':
        return (await spareAccount()).cedula;
      case 'user':
        if (which === 'receiver') return receiver.id;
        return which === 'spare'
          ? (await spareAccount())._id
          : users[which === 'own' ? self : (which as Exclude<Role, 'nobody'>)].id;
      case 'device':
        return device(owner);
      case 'code':
        return String((await asOwner(owner).get(`/api/nino/${permanentIds.get(`nino.${owner}`)}/codigo`)).body.codigo);
      case 'ticket':
        return ticket(owner, await device(owner));
      case 'spare':
        return spare(key, owner);
      case 'deleted':
        return deleted();
      case 'retained':
        return retained();
      case 'import':
        return importFor(which as ImportNeed);
      case 'free':
        return freeDose(which);
      case 'goal':
        return goal();
      case 'system':
        return system();
      case 'option':
        return option(which);
    }
    const value = permanentIds.get(`${kind}.${owner}`) ?? terms.get(`${kind}.${owner}`);
    if (!value) throw new Error(`Nothing is known of {{${name}}}`);
    return value;
  };

  return {
    api,
    marks,
    token: (role: Role) => tokens[role],
    async resolve(text: string, role: Role): Promise<string> {
      let resolved = '';
      let at = 0;
      for (const { 0: whole, 1: name = '', 2: change, index } of text.matchAll(PLACEHOLDER)) {
        const value = await resolveName(name, role);
        resolved += text.slice(at, index) + (change === 'upper' ? value.toUpperCase() : value);
        at = index + whole.length;
      }
      return resolved + text.slice(at);
    },
    /** Resets the counters of failed attempts, which would otherwise answer everything that follows. */
    async forgetTries(): Promise<void> {
      await api.database.db.delete(countedTry);
    },
    /** Updates the bookkeeping after a change, so that later requests find valid ids. */
    async changed(method: string, address: string, role: Role, made: Body | undefined): Promise<void> {
      const path = address.split('?')[0] as string;
      if (method === 'POST' && isOwner(role) && made && RECORD_PATHS.has(path))
        marks.own(made._id, marks.ownerOf(made.ninoId ?? made.mujerId ?? '') ?? role);
      // All accounts started with the same password.
      if (path === '/api/perfil/password') await api.database.db.update(usuario).set({ passwordHash });
      for (const [name, id] of spares) if (path.toLowerCase().includes(id)) spares.delete(name);
      for (const [owner, id] of devices) if (path.toLowerCase().includes(id)) devices.delete(owner);
      if (erased && path.toLowerCase().includes(erased)) erased = undefined;
      if (handedIn && path.toLowerCase().includes(handedIn)) handedIn = undefined;
      if (/^\/api\/(users|auth|perfil|sesiones|equipos|segundo-factor)/.test(path)) {
        if (method !== 'POST') account = undefined;
        if (method === 'PUT' && path.includes('/segundo-factor/')) await withoutSecondFactors();
        await revive();
      }
    },
    revive,
    liveToken,
    /** @returns permanent persons and records that their owners no longer find */
    async missing(): Promise<string[]> {
      const lost: string[] = [];
      for (const owner of OWNERS)
        for (const person of ['mujer', 'nino']) {
          const id = permanentIds.get(`${person}.${owner}`);
          const { status, text } = await asOwner(owner).get(`/api/${person}/pdf/${id}`);
          const records = RECORD_LIST.filter(({ key, parent }) => key === person || parent?.record === person);
          for (const { key } of records)
            if (status !== 200 || !text.includes(String(permanentIds.get(`${key}.${owner}`))))
              lost.push(`${key}.${owner}`);
          if (!marks.personal(text).some((mark) => marks.isOf(mark, owner))) lost.push(`words of ${owner}`);
        }
      return lost;
    },
  };

  /** A role that requires a second factor could not sign in again. */
  async function withoutSecondFactors() {
    await api.database.db.delete(secondFactorRole);
  }
}
export type World = Awaited<ReturnType<typeof createWorld>>;
