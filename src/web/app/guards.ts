import type { Session } from '#domain/calls/session.ts';
import { can, type Permission, type RoleName } from '#domain/roles.ts';
import { type HomePath, homePath } from '#web/lib/home-path.ts';

type Elsewhere = HomePath | '/' | '/login' | '/profile' | '/cambiar-clave';

/**
 * Who may see a screen.
 * `guest`: whoever is signed in goes to `otherwise`. `permission`: without a session to /login, without the role to /.
 * `only`: one role, everybody else to /login. `passwordDue`: whoever must change the password before anything else, and nobody else.
 */
export type Access =
  | { kind: 'public' }
  | { kind: 'guest'; otherwise: (session: Session) => Elsewhere }
  | { kind: 'permission'; permission: Permission }
  | { kind: 'only'; role: RoleName }
  | { kind: 'passwordDue' };

/** Where a visitor has to go instead, or null when the screen is theirs to see. */
export function redirectFor(access: Access, session: Session | null): Elsewhere | null {
  if (session?.cambiarClave) return access.kind === 'passwordDue' ? null : '/cambiar-clave';
  switch (access.kind) {
    case 'public':
      return null;
    case 'guest':
      return session ? access.otherwise(session) : null;
    case 'permission':
      if (!session) return '/login';
      return can(session.roles, access.permission) ? null : '/';
    case 'only':
      return session?.roles.includes(access.role) ? null : '/login';
    case 'passwordDue':
      return session ? homePath(session.roles) : '/login';
  }
}
