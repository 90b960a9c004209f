import { afterEach, beforeEach, vi } from 'vitest';
import { keysOf, randomBytes } from '#web/device/crypto/cipher.ts';
import { vaultDatabase } from '#web/device/store/steps.ts';
import { ROSA } from './child-on-device.ts';
import { diskInMemory } from './device-page.ts';
import { locksOfPages } from './killable-page.ts';
import { type Between, bytesIn, memoryDisk, newMemory, upgrade } from './memory-disk.ts';
import { listedStorage } from './memory-storage.ts';

export const VAULT = '0190a000-0000-4000-8000-0000000000ff';
/** The person that the operations are about. */
export const QUIEN = 'KILLA CUJÍ';

/** The browser APIs other than the disk. @param storage what an earlier browser left in localStorage */
export function freshBrowser(storage: Storage = listedStorage()): void {
  vi.stubGlobal('navigator', { locks: locksOfPages() });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('localStorage', storage);
}

/** Each test controls its timers, and log output is suppressed. */
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

/** A device with one user's vault, and pages on which it is open. */
export function outboxDevice() {
  const memory = newMemory();
  const dataKey = randomBytes(32);
  const opened: { close: () => void }[] = [];

  /** Loads the application's modules afresh. */
  async function load(between?: Between) {
    const disk = await diskInMemory(memory, between);
    const [{ openOutbox }, { createSender }, shown, entries, { setSession }] = await Promise.all([
      import('#web/device/work/outbox.ts'),
      import('#web/device/work/sender.ts'),
      import('#web/device/shown/waiting-work.ts'),
      import('#web/device/store/device-entry.ts'),
      import('#web/lib/session.ts'),
    ]);
    return { disk, openOutbox, createSender, setSession, ...shown, ...entries };
  }
  type Modules = Awaited<ReturnType<typeof load>>;

  /** Begins the session and creates the vault as a sign-in does. */
  async function signIn({ disk, thisDevice, addVault, setSession }: Modules): Promise<void> {
    setSession({ ...ROSA, email: '', roles: ['ROLE_BRIGADA'], accessToken: 'token' });
    await thisDevice();
    await disk.makeVault(VAULT);
    const bytes = new Uint8Array(8);
    await addVault({
      ...{ id: VAULT, etiqueta: 'x', usuario: ROSA._id, kdf: { salt: bytes, memory: 1, passes: 1 }, porClave: null },
      ...{ porServidor: bytes, intentos: 0, esperarHasta: 0, contacto: 0, dias: 14, pendientes: 0 },
    });
  }

  /** Opens the outbox as a page does once its vault is open. */
  async function open({ disk, openOutbox, createSender, waitingWork, sendingState, vaultOf }: Modules) {
    const vault = { id: VAULT, usuario: ROSA._id, ...(await keysOf(dataKey)) };
    const outbox = await openOutbox(vault, () => QUIEN);
    opened.push(outbox);
    return {
      outbox,
      /** @param onSent called after a sending of which a batch was answered */
      sends: (onSent: () => void) => createSender(vault, outbox, onSent),
      waiting: waitingWork.get,
      sendingState: sendingState.get,
      /** The number of waiting operations as a sign-in reads it. */
      pendientes: async () => (await vaultOf(ROSA._id))?.pendientes,
      stores: () => disk.openVault(VAULT),
    };
  }

  /** A new page of the same user that shares only stored data with earlier ones. */
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
    /** Fills the disk. */
    fill(): void {
      memory.room = bytesIn(memory);
    },
    /** Deletes all databases, as some browsers do when the disk is full. */
    deleteDatabases: (): void => memory.databases.clear(),
    deleteVaultDatabase: (): void => void memory.databases.delete(vaultDatabase(VAULT)),
    /** The stored number of waiting operations. */
    async pendientesOnDisk(): Promise<number | undefined> {
      const device = await memoryDisk(memory).openDevice();
      return (await device?.all('bovedas'))?.[0]?.pendientes;
    },
    /** Simulates a newer version of the application opening the vault in another tab. */
    upgrade: () => upgrade(memory, vaultDatabase(VAULT)),
    end: (): void => {
      for (const outbox of opened.splice(0)) outbox.close();
    },
  };
}
