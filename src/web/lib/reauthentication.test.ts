import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { memoryStorage } from '../../../tests/support/memory-storage.ts';

const ended = {
  ...{ _id: 'rosa', nombre: 'Rosa', apellido: 'Y', cedula: '0602948179', email: 'r@e.ec', roles: [] },
  accessToken: 'ended',
};

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('localStorage', memoryStorage().storage);
});
afterEach(() => vi.unstubAllGlobals());

it('a sign-in during a renewal that then fails needs no dialog', async () => {
  const { setSession } = await import('./session.ts');
  const { onSessionEnded, recoverSession } = await import('./reauthentication.ts');
  setSession(ended);
  onSessionEnded(async () => {
    setSession({ ...ended, accessToken: 'of another tab' });
    return false;
  });
  expect(await recoverSession(ended)).toBe(true);
});
