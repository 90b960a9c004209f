import { beforeEach, expect, test } from 'vitest';
import type { Session } from '#domain/calls/session.ts';
import { askToOpen, openingAsked } from './opening-asked.ts';

const ROSA: Session = {
  _id: '0190a000-0000-7000-8000-000000000001',
  nombre: 'Rosa',
  apellido: 'Yuquilema',
  cedula: '0602948179',
  email: 'rosa@salud.gob.ec',
  roles: ['ROLE_BRIGADA'],
  accessToken: 'token',
};

beforeEach(() => openingAsked.set(null));

test('who is asked already is not asked anew while she answers', () => {
  for (const why of ['offline', 'locked'] as const) {
    askToOpen(why, ROSA);
    const first = openingAsked.get();
    expect(first?.why).toBe(why);
    for (const again of ['wanted', 'offline', why] as const) askToOpen(again, ROSA);
    expect(openingAsked.get()).toBe(first);
  }
  openingAsked.get()?.settle(true);
  expect(openingAsked.get()).toBeNull();
});
