import type { Session } from '#domain/calls/session.ts';
import { can, type Permission, type RoleName } from '#domain/roles.ts';
import { type HomePath, homePath } from '#web/lib/home-path.ts';

type RedirectPath = HomePath | '/' | '/login' | '/profile' | '/cambiar-clave';

/** Others are redirected: `guest` to `otherwise`; `permission` to /login (unless visitors sign in on the screen itself), or with a session to /; `only` to /login; `passwordDue` to the start. */
export type Access =
  | { kind: 'public' }
  | { kind: 'guest'; otherwise: (session: Session) => RedirectPath }
  | { kind: 'permission'; permission: Permission; signsInHere?: true }
  | { kind: 'only'; role: RoleName }
  | { kind: 'passwordDue' };

/** The path to redirect to, or null if the screen is allowed. */
export function redirectFor(access: Access, session: Session | null): RedirectPath | null {
  if (session?.cambiarClave) return access.kind === 'passwordDue' ? null : '/cambiar-clave';
  switch (access.kind) {
    case 'public':
      return null;
    case 'guest':
      return session ? access.otherwise(session) : null;
    case 'permission':
      if (!session) return access.signsInHere ? null : '/login';
      return can(session.roles, access.permission) ? null : '/';
    case 'only':
      return session?.roles.includes(access.role) ? null : '/login';
    case 'passwordDue':
      return session ? homePath(session.roles) : '/login';
  }
}
