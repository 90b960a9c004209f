import { describe, expect, it } from 'vitest';
import type { Session } from '#domain/calls/session.ts';
import { homePath } from '#web/lib/home-path.ts';
import { type Access, redirectFor } from './guards.ts';

const as = (...roles: string[]): Session => ({
  _id: '1',
  nombre: 'Rosa',
  apellido: 'Yuquilema',
  cedula: '0602948179',
  email: 'rosa@example.ec',
  roles,
  accessToken: 't',
});

const due: Session = { ...as('ROLE_BRIGADA'), cambiarClave: true };
const booklet: Access = { kind: 'permission', permission: 'booklet' };
const bienvenida: Access = { kind: 'only', role: 'ROLE_USUARIO' };
const login: Access = { kind: 'guest', otherwise: ({ roles }) => homePath(roles) };

describe('redirectFor', () => {
  // proves 2.21, 2.23, 4.7-4.10
  it.each<[string, Access, Session | null, string | null]>([
    ['anybody sees a public screen', { kind: 'public' }, null, null],
    ['nobody signed in goes to /login', booklet, null, '/login'],
    ['a role too few goes to /', booklet, as('ROLE_USUARIO'), '/'],
    ['brigada sees the booklet', booklet, as('ROLE_BRIGADA'), null],
    ['one of several roles is enough', booklet, as('ROLE_USUARIO', 'ROLE_SUPERVISOR'), null],
    ['a single-role screen sends others to /login', bienvenida, as('ROLE_ADMINISTRADOR'), '/login'],
    ['… and those not signed in', bienvenida, null, '/login'],
    ['usuario sees /bienvenida', bienvenida, as('ROLE_USUARIO'), null],
    ['a guest sees /login', login, null, null],
    ['somebody signed in leaves /login', login, as('ROLE_BRIGADA'), '/registros'],
    ['whoever must change the password sees that screen', { kind: 'passwordDue' }, due, null],
    ['… and no other', booklet, due, '/cambiar-clave'],
    ['… not even a public one', { kind: 'public' }, due, '/cambiar-clave'],
    ['… nor /login', login, due, '/cambiar-clave'],
    ['nobody else sees it', { kind: 'passwordDue' }, as('ROLE_BRIGADA'), '/registros'],
    ['… least of all a guest', { kind: 'passwordDue' }, null, '/login'],
    ['only usuario leaves /login for /bienvenida', login, as('ROLE_USUARIO'), '/bienvenida'],
  ])('%s', (_case, access, session, expected) => {
    expect(redirectFor(access, session)).toBe(expected);
  });
});
