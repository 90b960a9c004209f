import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const KEY = 'libreta.session';
const sessionOf = (_id: string, accessToken: string) => ({
  _id,
  nombre: '',
  apellido: '',
  cedula: '',
  email: '',
  roles: [],
  accessToken,
});
const ana = sessionOf('ana', 'a');
const luis = sessionOf('luis', 'a longer token');

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('window', { addEventListener: () => undefined });
});
afterEach(() => vi.unstubAllGlobals());

/** A storage that rejects texts above this number of characters. */
function stubStorage(room: number) {
  const stored = new Map([[KEY, JSON.stringify(ana)]]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => void stored.delete(key),
    setItem: (key: string, value: string) => {
      if (value.length > room) throw new DOMException('QuotaExceededError');
      stored.set(key, value);
    },
  });
  return stored;
}

test('a session without storage space does not leave the previous one stored', async () => {
  const stored = stubStorage(JSON.stringify(ana).length);
  const { getSession, setSession } = await import('./session.ts');
  expect(getSession()?._id).toBe('ana');
  setSession(luis);
  expect(getSession()?._id).toBe('luis');
  expect(stored.has(KEY)).toBe(false);
});

test('a session is stored for the next visit and removed after signing out', async () => {
  const stored = stubStorage(1_000);
  const { clearSession, setSession } = await import('./session.ts');
  setSession(luis);
  expect(JSON.parse(stored.get(KEY) ?? '')).toEqual(luis);
  clearSession();
  expect(stored.size).toBe(0);
});

test('a page that Back restores from memory has the session that another page stored meanwhile', async () => {
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  const stored = stubStorage(1_000);
  const { getSession, onSessionChange } = await import('./session.ts');
  const restored = (persisted: boolean) => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  const changes: (string | undefined)[] = [];
  onSessionChange((next) => changes.push(next?._id));
  restored(true);
  stored.set(KEY, JSON.stringify(luis));
  restored(false);
  expect([getSession()?._id, changes]).toEqual(['ana', []]);
  restored(true);
  expect([getSession()?._id, changes]).toEqual(['luis', ['luis']]);
});
