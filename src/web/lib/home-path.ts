import { can } from '#domain/roles.ts';

export type HomePath = '/registros' | '/bienvenida';

export function homePath(roles: readonly string[]): HomePath {
  return can(roles, 'booklet') ? '/registros' : '/bienvenida';
}
