import { type ListedDevice, listDevicesOf } from '#domain/calls/devices.ts';
import { listCustodians } from '#domain/calls/handover.ts';
import { createUser, getUser, listRoles, listUsers, removeUser, saveUser, type User } from '#domain/calls/users.ts';
import { AppError } from '#domain/errors.ts';
import { ROLE_NAMES, type RoleName } from '#domain/roles.ts';
import { foldText, searchFor } from '#domain/text.ts';
import { answering } from './answering.ts';

export const roleId = (role: RoleName) =>
  `0190c000-0000-7000-8000-${String(ROLE_NAMES.indexOf(role)).padStart(12, '0')}`;
const roles = ROLE_NAMES.toSorted().map((name) => ({ _id: roleId(name), name }));
const rolesOf = (ids: string) => roles.filter(({ _id }) => ids.split(',').includes(_id));

export const servedRoles = () => answering(listRoles, () => roles);

let serial = 0;

/** A user as the server sends it. */
export function storedUser(change: Partial<Omit<User, 'roles'>> = {}, role: RoleName = 'ROLE_BRIGADA'): User {
  serial += 1;
  const user = { version: 1, nombre: 'Luis', apellido: 'Ortega', cedula: '0601000003', ...change };
  return {
    _id: `0190d000-0000-7000-8000-${String(serial).padStart(12, '0')}`,
    email: `${user.cedula}@ejemplo.ec`,
    roles: rolesOf(roleId(role)),
    fechaRegistro: new Date().toISOString(),
    ...user,
  };
}

/** Fake calls for users, newest first; the first given was registered first. */
export function fakeUsers(...given: User[]) {
  let users = given.toReversed();
  const find = (id: string): User => {
    const user = users.find(({ _id }) => _id === id);
    if (!user) throw new AppError('notFound');
    return user;
  };
  const has = (user: User, role: string) =>
    role === 'ROLE_USUARIO'
      ? user.roles.every(({ name }) => name === role)
      : user.roles.some(({ name }) => name === role);

  /** Simulates a change by another administrator. */
  const change = (id: string, to: Partial<User>) => {
    const version = find(id).version + 1;
    users = users.map((user) => (user._id === id ? { ...user, ...to, version } : user));
  };

  const list = answering(listUsers, ({ query = {} }) => {
    const matches = searchFor(String(query.q ?? ''));
    const matching = users.filter(
      (user) =>
        (!query.rol || has(user, String(query.rol))) &&
        matches(foldText(`${user.cedula} ${user.nombre} ${user.apellido} ${user.email}`)),
    );
    const offset = Number(query.offset ?? 0);
    return { rows: matching.slice(offset, offset + Number(query.limit ?? 1000)), total: matching.length };
  });
  const one = answering(getUser, ({ params }) => find(params.id));
  const create = answering(createUser, ({ body }) => {
    const { _id, nombre, apellido, cedula, email } = body;
    if (users.some((user) => user.cedula === cedula)) {
      const msg = 'Ya existe un usuario registrado con esta cédula';
      throw new AppError('conflict', { problems: [{ msg, path: 'cedula' }] });
    }
    const added = storedUser({ _id: String(_id), nombre, apellido, cedula, email });
    users = [{ ...added, roles: rolesOf(String(body.roles)) }, ...users];
    return { ...find(added._id), message: 'El usuario ha sido agregado correctamente.' };
  });
  const save = answering(saveUser, ({ params: { id }, body }) => {
    const { nombre, apellido, cedula, email, version } = body;
    const before = find(id);
    if (version !== before.version) throw new AppError('outdated', { row: before });
    change(id, { nombre, apellido, cedula, email, roles: rolesOf(String(body.roles)) });
    return { ...find(id), message: 'El usuario ha sido actualizado correctamente.' };
  });
  const remove = answering(removeUser, ({ params: { id } }) => {
    users = users.filter(({ _id }) => _id !== id);
    return { message: 'El usuario ha sido eliminado correctamente.' };
  });
  const noDevices = answering(listDevicesOf, (): ListedDevice[] => []);
  const noBooklets = answering(listCustodians, () => ({ rows: [], total: 0 }));
  return {
    change,
    list,
    one,
    create,
    save,
    remove,
    all: [list, one, create, save, remove, servedRoles(), noBooklets, noDevices],
  };
}
