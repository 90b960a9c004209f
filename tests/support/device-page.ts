import { vi } from 'vitest';
import type { KdfAnswer, KdfTask } from '#web/device/crypto/argon.ts';
import { keyFromPassword } from '#web/device/crypto/argon.ts';
import type { Disk } from '#web/device/store/stores.ts';
import { fetchOf } from './answering.ts';
import type { deviceServer } from './device-server.ts';
import { type Between, type Memory, newMemory } from './memory-disk.ts';
import { listedStorage } from './memory-storage.ts';

let kept = newMemory();
/** Limit on the memory of the password KDF. */
let mostKiB = Number.POSITIVE_INFINITY;
/** Number of key derivations started. */
let begun = 0;
/** The next key derivation waits for this. */
let hold: Promise<void> = Promise.resolve();

/** The KDF worker inside the page, with little memory so that tests are fast. */
class InPageWorker extends EventTarget {
  terminated = false;
  postMessage({ password, parameters }: KdfTask): void {
    begun += 1;
    const work = async (): Promise<KdfAnswer> => {
      await hold;
      if (parameters.memory > mostKiB) return { key: null };
      return { key: await keyFromPassword(password, { ...parameters, memory: parameters.memory / 256 }) };
    };
    void work().then((data) => {
      if (!this.terminated) this.dispatchEvent(new MessageEvent('message', { data }));
    });
  }
  terminate(): void {
    this.terminated = true;
  }
}

/** A new device in front of this server. */
export function freshDevice(server: ReturnType<typeof deviceServer>): void {
  mostKiB = Number.POSITIVE_INFINITY;
  begun = 0;
  hold = Promise.resolve();
  kept = newMemory();
  vi.stubGlobal('localStorage', listedStorage());
  vi.stubGlobal('Worker', InPageWorker);
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('fetch', fetchOf(...server.fakes));
}

/** The contents of the device, apart from localStorage. */
export const memory = () => kept;

export const kdf = {
  begun: () => begun,
  giveAtMost: (kibibytes: number) => {
    mostKiB = kibibytes;
  },
  /** @returns releases it */
  holdNext: (): (() => void) => {
    let go = () => {};
    hold = new Promise((resolve) => {
      go = resolve;
    });
    return go;
  },
};

/** The in-memory disk for freshly loaded modules, whose error classes differ from those of earlier loads. */
export async function diskInMemory(memory: Memory, between?: Between): Promise<Disk> {
  vi.resetModules();
  vi.doMock('#web/device/store/indexed-disk.ts', async () => {
    const { memoryDisk } = await import('./memory-disk.ts');
    return { disk: memoryDisk(memory, between) };
  });
  // Modules loaded in the same batch would get the real disk instead of the mock.
  return (await import('#web/device/store/indexed-disk.ts')).disk;
}

/** Opens a page on the device that shares nothing with earlier pages except stored data. */
export async function openPage(between?: Between) {
  const disk = await diskInMemory(kept, between);
  const events = Object.assign(new EventTarget(), { isSecureContext: true, indexedDB: {} });
  vi.stubGlobal('window', events);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('navigator', { maxTouchPoints: 0 });
  const [
    door,
    entries,
    vaults,
    session,
    drafts,
    asked,
    open,
    recovery,
    vaultDoor,
    searches,
    notes,
    loaded,
    wipe,
    opening,
    renewal,
    engine,
    lockMark,
  ] = await Promise.all([
    import('#web/device/vault/door.ts'),
    import('#web/device/store/device-entry.ts'),
    import('#web/device/vault/vaults.ts'),
    import('#web/lib/session.ts'),
    import('#web/lib/drafts.ts'),
    import('#web/device/shown/opening-prompt.ts'),
    import('#web/device/shown/open-vault.ts'),
    import('#web/lib/reauthentication.ts'),
    import('#web/device/vault-door.ts'),
    import('#web/lib/searches.ts'),
    import('#web/lib/device-notes.ts'),
    import('#web/lib/loaded.ts'),
    import('#web/device/vault/wipe.ts'),
    import('#web/device/vault/opening.ts'),
    import('#web/device/vault/renewal.ts'),
    import('#web/device/vault/vault-engine.ts'),
    import('#web/lib/lock-mark.ts'),
  ]);
  return {
    ...opening,
    ...renewal,
    ...engine,
    ...lockMark,
    ...wipe,
    ...door,
    ...entries,
    ...vaults,
    disk,
    ...session,
    ...drafts,
    ...asked,
    ...open,
    ...recovery,
    ...searches,
    ...notes,
    ...loaded,
    vaultDoor,
  };
}
