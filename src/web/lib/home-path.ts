import { can } from '#domain/roles.ts';

export type HomePath = '/registros' | '/bienvenida';

/** Where somebody with these roles starts working. */
export function homePath(roles: readonly string[]): HomePath {
  return can(roles, 'booklet') ? '/registros' : '/bienvenida';
}
