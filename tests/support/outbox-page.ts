import { afterEach, beforeEach, vi } from 'vitest';
import { keysOf, randomBytes } from '#web/device/crypto/cipher.ts';
import { vaultDatabase } from '#web/device/store/steps.ts';
import { diskInMemory } from './device-page.ts';
import { type Between, bytesIn, memoryDisk, newMemory, upgrade } from './memory-disk.ts';
import { locksOfPages } from './mortal-page.ts';

const ROSA = '0190a000-0000-7000-8000-000000000001';
const VAULT = '0190a000-0000-4000-8000-0000000000ff';
/** Whom operations of these tests are about. */
export const QUIEN = 'KILLA CUJÍ';

/** What is there of a browser but the disk: what pages do alone is done so in all of them. */
export function freshBrowser(): void {
  vi.stubGlobal('navigator', { locks: locksOfPages() });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
}

/** Timers of each test run only when it asks, and what is logged is kept quiet: a walk waits for nothing. */
export function withHeldTimers(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.spyOn(console, 'error').mockReturnValue(undefined);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
}

/** The device of one person whose vault is there, and pages on which it is open. */
export function outboxDevice() {
  const memory = newMemory();
  const dataKey = randomBytes(32);
  const opened: { close: () => void }[] = [];

  /** The application's modules, with nothing of those that were loaded before. */
  async function load(between?: Between) {
    const disk = await diskInMemory(memory, between);
    const [{ openOutbox }, { createSender }, shown, entries] = await Promise.all([
      import('#web/device/work/outbox.ts'),
      import('#web/device/work/sender.ts'),
      import('#web/device/shown/waiting-work.ts'),
      import('#web/device/store/device-entry.ts'),
    ]);
    return { disk, openOutbox, createSender, ...shown, ...entries };
  }
  type Modules = Awaited<ReturnType<typeof load>>;

  /** Has the vault there, as a sign-in does. */
  async function signIn({ disk, thisDevice, addVault }: Modules): Promise<void> {
    await thisDevice();
    await disk.makeVault(VAULT);
    const bytes = new Uint8Array(8);
    await addVault({
      ...{ id: VAULT, etiqueta: 'x', usuario: ROSA, kdf: { salt: bytes, memory: 1, passes: 1 }, porClave: null },
      ...{ porServidor: bytes, intentos: 0, esperarHasta: 0, contacto: 0, dias: 14, pendientes: 0 },
    });
  }

  /** What a page does once its vault is open. */
  async function open({ disk, openOutbox, createSender, waitingWork, sendingState, vaultOf }: Modules) {
    const vault = { id: VAULT, usuario: ROSA, ...(await keysOf(dataKey)) };
    const outbox = await openOutbox(vault, () => QUIEN);
    opened.push(outbox);
    return {
      outbox,
      /** What is sent of it. @param answered called after each batch */
      sends: (answered: () => void) => createSender(vault, outbox, answered),
      waiting: waitingWork.get,
      sendingState: sendingState.get,
      /** How much waits, as whoever signs in reads it. */
      pendientes: async () => (await vaultOf(ROSA))?.pendientes,
      stores: () => disk.openVault(VAULT),
    };
  }

  /** A page of the same person, with nothing of the ones before but what they stored. */
  async function openPage(between?: Between) {
    const modules = await load(between);
    await signIn(modules);
    return open(modules);
  }

  return {
    openPage,
    load,
    signIn,
    open,
    /** Takes all the room there is. */
    fill(): void {
      memory.room = bytesIn(memory);
    },
    /** How much waits, as it lies on the disk. */
    async pendientesOnDisk(): Promise<number | undefined> {
      const device = await memoryDisk(memory).openDevice();
      return (await device?.all('bovedas'))?.[0]?.pendientes;
    },
    /** A newer version of the application opens the vault in another tab. */
    upgrade: () => upgrade(memory, vaultDatabase(VAULT)),
    end: (): void => {
      for (const outbox of opened.splice(0)) outbox.close();
    },
  };
}
