import type { RoleName } from '#domain/roles.ts';

/** What each role allows, in order of power. */
export const ROLE_POWERS = [
  { name: 'ROLE_BRIGADA', power: 'registra y consulta a sus mujeres y niños' },
  { name: 'ROLE_SUPERVISOR', power: 'consulta todos los registros y los reportes' },
  { name: 'ROLE_ADMINISTRADOR', power: 'gestiona además los usuarios y las listas' },
] as const satisfies readonly { name: RoleName; power: string }[];
