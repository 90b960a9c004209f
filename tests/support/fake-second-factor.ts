import {
  getOwnSecondFactor,
  getUserSecondFactor,
  listDemandingRoles,
  replaceRecoveryCodes,
  resetSecondFactor,
  type SecondFactorState,
  saveDemandingRole,
} from '#domain/calls/second-factor.ts';
import { AppError } from '#domain/errors.ts';
import { ROLE_NAMES } from '#domain/roles.ts';
import { answering } from './answering.ts';
import { roleId } from './served-users.ts';

/** Fake calls for the second factor of roles and users. */
export function fakeSecondFactor(given: SecondFactorState = { exigido: true, activo: true, codigos: 10 }) {
  let state = given;
  const rolesRequiring = new Set<string>();
  const roleOf = (_id: string) => {
    const name = ROLE_NAMES.find((one) => roleId(one) === _id);
    if (!name) throw new AppError('notFound');
    return { _id, name, exigido: rolesRequiring.has(_id) };
  };
  const roles = answering(listDemandingRoles, () => ROLE_NAMES.map((name) => roleOf(roleId(name))));
  const save = answering(saveDemandingRole, ({ params: { id }, body: { exigido } }) => {
    if (exigido) rolesRequiring.add(id);
    else rolesRequiring.delete(id);
    return { ...roleOf(id), message: 'Hecho.' };
  });
  const one = answering(getUserSecondFactor, () => state);
  const own = answering(getOwnSecondFactor, () => state);
  const reset = answering(resetSecondFactor, () => {
    state = { ...state, activo: false, codigos: 0 };
    return { message: 'El segundo paso ha sido restablecido y sus sesiones se cerraron.' };
  });
  const replace = answering(replaceRecoveryCodes, ({ body: { actual } }) => {
    if (actual !== 'Libreta2026') {
      const msg = 'La contraseña actual no es correcta';
      throw new AppError('invalid', { problems: [{ msg, path: 'actual' }] });
    }
    state = { ...state, codigos: 10 };
    return { codigos: ['AAAAA-BBBBB', 'CCCCC-DDDDD'], message: 'Tus códigos de recuperación son ahora estos.' };
  });
  return { roles, save, one, own, reset, replace, all: [roles, save, one, own, reset, replace] };
}
