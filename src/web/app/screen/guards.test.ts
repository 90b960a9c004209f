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
const code: Access = { ...booklet, signsInHere: true };
const bienvenida: Access = { kind: 'only', role: 'ROLE_USUARIO' };
const login: Access = { kind: 'guest', otherwise: ({ roles }) => homePath(roles) };

describe('redirectFor', () => {
  // proves 2.21, 2.23, 4.7-4.10
  it.each<[string, Access, Session | null, string | null]>([
    ['everybody may see a public screen', { kind: 'public' }, null, null],
    ['without a session the visitor goes to /login', booklet, null, '/login'],
    ['a visitor stays on a screen where visitors sign in', code, null, null],
    ['without the required role the user goes from that screen to /', code, as('ROLE_USUARIO'), '/'],
    ['without the required role the user goes to /', booklet, as('ROLE_USUARIO'), '/'],
    ['a brigade may see the booklet', booklet, as('ROLE_BRIGADA'), null],
    ['one of several roles is enough', booklet, as('ROLE_USUARIO', 'ROLE_SUPERVISOR'), null],
    ['a single-role screen sends others to /login', bienvenida, as('ROLE_ADMINISTRADOR'), '/login'],
    ['a single-role screen sends visitors without a session to /login', bienvenida, null, '/login'],
    ['the role usuario may see /bienvenida', bienvenida, as('ROLE_USUARIO'), null],
    ['a visitor without a session may see /login', login, null, null],
    ['a signed-in user is sent from /login to the start page', login, as('ROLE_BRIGADA'), '/registros'],
    ['a user whose password is due may see its screen', { kind: 'passwordDue' }, due, null],
    ['a user whose password is due may see no other screen', booklet, due, '/cambiar-clave'],
    ['a user whose password is due may not even see a public screen', { kind: 'public' }, due, '/cambiar-clave'],
    ['a user whose password is due may not see /login', login, due, '/cambiar-clave'],
    ['other users may not see the screen of a due password', { kind: 'passwordDue' }, as('ROLE_BRIGADA'), '/registros'],
    ['a visitor without a session may not see the screen of a due password', { kind: 'passwordDue' }, null, '/login'],
    ['the role usuario is sent from /login to /bienvenida', login, as('ROLE_USUARIO'), '/bienvenida'],
  ])('%s', (_case, access, session, expected) => {
    expect(redirectFor(access, session)).toBe(expected);
  });
});
