import { describe, expect, it } from 'vitest';
import { can, PERMISSIONS, type Permission, ROLE_NAMES, ROLES, roleLabel, seesEverything } from './roles.ts';

/** The permission matrix of the specification, section 6: administrador, supervisor, brigada, usuario, no session. */
const MATRIX: Record<Permission, [boolean, boolean, boolean, boolean, boolean]> = {
  public: [true, true, true, true, true],
  account: [true, true, true, true, false],
  users: [true, false, false, false, false],
  'catalogs.read': [true, true, true, false, false],
  'catalogs.write': [true, false, false, false, false],
  booklet: [true, true, true, false, false],
  reports: [true, true, false, false, false],
  audit: [true, false, false, false, false],
  handover: [true, true, false, false, false],
  import: [true, true, false, false, false],
  exchange: [true, false, false, false, false],
};

const CALLERS = [['ROLE_ADMINISTRADOR'], ['ROLE_SUPERVISOR'], ['ROLE_BRIGADA'], ['ROLE_USUARIO'], []];

describe('permissions', () => {
  it('are exactly those of the table', () => {
    expect(Object.keys(PERMISSIONS).sort()).toEqual(Object.keys(MATRIX).sort());
  });

  // proves 6.1-6.4
  it.each(Object.entries(MATRIX))('%s is given as in the table', (permission, expected) => {
    expect(CALLERS.map((roles) => can(roles, permission as Permission))).toEqual(expected);
  });

  it('one allowed role among several is enough, and an unknown role is never enough', () => {
    expect(can(['ROLE_USUARIO', 'ROLE_SUPERVISOR'], 'reports')).toBe(true);
    expect(can(['ROLE_INVENTADO'], 'account')).toBe(false);
  });
});

it('administrador and supervisor see every booklet, brigada and usuario do not', () => {
  expect(CALLERS.map((roles) => seesEverything(roles))).toEqual([true, true, false, false, false]);
  expect(seesEverything(['ROLE_BRIGADA', 'ROLE_SUPERVISOR'])).toBe(true);
});

it('the four roles have their labels', () => {
  expect(ROLE_NAMES).toEqual(['ROLE_ADMINISTRADOR', 'ROLE_SUPERVISOR', 'ROLE_BRIGADA', 'ROLE_USUARIO']);
  expect(ROLE_NAMES.map(roleLabel)).toEqual(Object.values(ROLES));
  expect(roleLabel('OTRO')).toBe('OTRO');
});
