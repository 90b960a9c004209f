export const ROLES = {
  ROLE_ADMINISTRADOR: 'Administrador',
  ROLE_SUPERVISOR: 'Supervisor',
  ROLE_BRIGADA: 'Brigada',
  ROLE_USUARIO: 'Usuario',
} as const;

export type RoleName = keyof typeof ROLES;
export const ROLE_NAMES = Object.keys(ROLES) as RoleName[];

const ADMINISTRADOR: RoleName[] = ['ROLE_ADMINISTRADOR'];
const SUPERVISION: RoleName[] = ['ROLE_ADMINISTRADOR', 'ROLE_SUPERVISOR'];
const FIELD: RoleName[] = ['ROLE_ADMINISTRADOR', 'ROLE_SUPERVISOR', 'ROLE_BRIGADA'];

/** The permission matrix. Every route names one entry: `public` needs no session, `account` any session, the others a listed role. */
export const PERMISSIONS = {
  public: null,
  account: ROLE_NAMES,
  users: ADMINISTRADOR,
  'catalogs.read': FIELD,
  'catalogs.write': ADMINISTRADOR,
  booklet: FIELD,
  reports: SUPERVISION,
  audit: ADMINISTRADOR,
  handover: SUPERVISION,
  import: SUPERVISION,
  exchange: ADMINISTRADOR,
} as const satisfies Record<string, RoleName[] | null>;

export type Permission = keyof typeof PERMISSIONS;

export function can(roles: readonly string[], permission: Permission): boolean {
  const allowed: readonly string[] | null = PERMISSIONS[permission];
  return allowed === null || roles.some((role) => allowed.includes(role));
}

/** Supervisors see every booklet; a brigade sees those in its custody. */
export function seesEverything(roles: readonly string[]): boolean {
  return roles.some((role) => (SUPERVISION as string[]).includes(role));
}

export function roleLabel(name: string): string {
  return name in ROLES ? ROLES[name as RoleName] : name;
}
