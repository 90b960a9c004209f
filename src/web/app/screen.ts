import type { Icon } from '@tabler/icons-react';
import type { RouteComponent } from '@tanstack/react-router';
import type { Session } from '#domain/calls/session.ts';
import type { Permission, RoleName } from '#domain/roles.ts';

/**
 * Who may see a screen.
 * `guest`: whoever is signed in goes to `otherwise`. `permission`: without a session to /login, without the role to /.
 * `only`: one role, everybody else to /login.
 */
export type Access =
  | { kind: 'public' }
  | { kind: 'guest'; otherwise: (session: Session) => string }
  | { kind: 'permission'; permission: Permission }
  | { kind: 'only'; role: RoleName };

export interface Screen {
  path: string;
  /** The document's title while the screen shows. */
  title: string;
  access: Access;
  component: RouteComponent;
  /** The entry in the top navigation, shown to those who may see the screen. */
  nav?: { label: string; icon: Icon };
  /** The path of the navigation entry to mark while a screen without its own shows. */
  section?: string;
}
