import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { freshDevice, memory, openPage } from '../../../../tests/support/device-page.ts';
import { deviceServer } from '../../../../tests/support/device-server.ts';
import {
  betweenPages,
  createKillablePage,
  killAtEffect,
  type Moment,
} from '../../../../tests/support/killable-page.ts';

const PASSWORD = 'Libreta2026';
const ROSA = {
  ...{ _id: '0190a000-0000-7000-8000-000000000001', nombre: 'Rosa', apellido: 'Yuquilema', cedula: '0602948179' },
  ...{ email: 'rosa@ejemplo.ec', roles: ['ROLE_BRIGADA'], accessToken: 'token', message: '' },
};
type Page = Awaited<ReturnType<typeof openPage>>;

afterEach(() => vi.unstubAllGlobals());

/** Signs in with the server as the form does, and waits for the vault. */
async function signIn(page: Page, password = PASSWORD): Promise<void> {
  const trial = page.beginTrial({ cedula: ROSA.cedula, password }).catch(() => null);
  await page.wrapForAccepted(ROSA, password, trial);
  page.setSession(ROSA);
  await page.openAfterSignin(ROSA, password, trial);
}

const momentOf = fc.constantFrom<Moment>('before', 'after');
const killOf = fc.record({
  /** Whether the vault exists already. */
  again: fc.boolean(),
  effects: fc.integer({ min: 1, max: 24 }),
  moment: momentOf,
});

it('a page that is killed at any effect of a sign-in leaves no damage: the next sign-in completes the one vault, which opens without the server', async () => {
  let killed = 0;
  await fc.assert(
    fc.asyncProperty(killOf, async ({ again, effects, moment }) => {
      const server = Object.assign(deviceServer(), { session: ROSA });
      freshDevice(server);
      if (again) await signIn(await openPage());
      const first = await openPage(betweenPages);
      const dies = createKillablePage(killAtEffect(effects, moment));
      if ((await dies.run(() => signIn(first))) === 'killed') killed += 1;
      dies.kill();
      const next = await openPage();
      await signIn(next);
      expect(next.vaultState.get()).toBe('open');
      server.away = true;
      const offline = await openPage();
      const trial = offline.beginTrial({ cedula: ROSA.cedula, password: PASSWORD });
      expect(await offline.offlineSignIn(trial, PASSWORD)).toBe(true);
      // Once the device has started, nothing of the interrupted work may be left.
      await offline.startDevice();
      expect([...memory().databases.keys()].toSorted()).toEqual(
        ['libreta-equipo', `libreta-${offline.openVault.get()?.id}`].toSorted(),
      );
    }),
    { numRuns: 12 },
  );
  expect(killed).toBeGreaterThan(2);
});

// proves V22
it('a page that is killed at any effect of a sign-in with a password that was changed elsewhere has stored no session, or the new password opens the vault', async () => {
  const stopped = { 'without a session': 0, 'with one': 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.record({ effects: fc.integer({ min: 1, max: 60 }), moment: momentOf }),
      async ({ effects, moment }) => {
        const server = Object.assign(deviceServer(), { session: ROSA });
        freshDevice(server);
        const earlier = await openPage();
        await signIn(earlier);
        earlier.clearSession();
        const page = await openPage(betweenPages);
        const dies = createKillablePage(killAtEffect(effects, moment));
        if ((await dies.run(() => signIn(page, 'Distinta2026'))) !== 'killed') return;
        const hasSession = page.storedSession() !== null;
        stopped[hasSession ? 'with one' : 'without a session'] += 1;
        if (!hasSession) return;
        server.away = true;
        const offline = await openPage();
        const trial = offline.beginTrial({ cedula: ROSA.cedula, password: 'Distinta2026' });
        expect(await offline.offlineSignIn(trial, 'Distinta2026')).toBe(true);
      },
    ),
    { numRuns: 24 },
  );
  expect(Math.min(...Object.values(stopped))).toBeGreaterThan(1);
});
