import { can } from '#domain/roles.ts';

/** Where somebody with these roles starts working. */
export function homePath(roles: readonly string[]): string {
  return can(roles, 'booklet') ? '/registros' : '/bienvenida';
}
