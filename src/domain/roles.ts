/** The four roles of the specification, with the name a person reads. */
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

/**
 * The permission matrix. Every route of the server names one of these; one that names none fails at start.
 * `public` needs no session, `account` any session, the others one of the roles listed.
 */
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
} as const satisfies Record<string, RoleName[] | null>;

export type Permission = keyof typeof PERMISSIONS;

/** Whether somebody with these roles may use what the permission guards. */
export function can(roles: readonly string[], permission: Permission): boolean {
  const allowed: readonly string[] | null = PERMISSIONS[permission];
  return allowed === null || roles.some((role) => allowed.includes(role));
}

/** Supervision sees every woman and child; a brigade those that it created or was handed, less those handed on. */
export function seesEverything(roles: readonly string[]): boolean {
  return roles.some((role) => (SUPERVISION as string[]).includes(role));
}

/** The friendly name of a role, or the name itself when it is unknown. */
export function roleLabel(name: string): string {
  return name in ROLES ? ROLES[name as RoleName] : name;
}
