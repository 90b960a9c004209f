import type { Session } from '#domain/calls/session.ts';
import { can } from '#domain/roles.ts';
import type { Access } from './screen.ts';

/** Where a visitor has to go instead, or null when the screen is theirs to see. */
export function redirectFor(access: Access, session: Session | null): string | null {
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
  }
}
