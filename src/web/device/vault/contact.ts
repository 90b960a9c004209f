import type { VaultEvent } from '#domain/device/vault.ts';
import { allVaults, changeVault } from '#web/device/store/device-entry.ts';
import { pause } from '#web/lib/line.ts';
import { tellContact } from './ask-server.ts';
import { wipeAccounts, wipeVaults } from './wipe.ts';

/** Nothing is opened before the server has said what must go; where it does not answer, after this. */
const CONTACT_AT_MOST_MS = 4_000;
/** Of `dias`: devices are to keep nothing. */
export const KEEPS_NONE = 0;

interface Engine {
  readonly dispatch: (event: VaultEvent) => void;
  readonly closeOf: (vaults: readonly string[]) => void;
}

/** Says to the server that the device is there, and does what it wants gone. */
export function createContact({ dispatch, closeOf }: Engine) {
  let last: Promise<unknown> = Promise.resolve();

  /** Devices are to keep nothing any more: what waits is sent first, everything else goes. */
  async function switchedOff(): Promise<void> {
    dispatch({ is: 'keepsNone', why: 'off' });
    await wipeVaults(
      (await allVaults()).filter(({ pendientes }) => pendientes === 0),
      closeOf,
    );
  }

  /** Without an answer nothing happens. */
  async function now(): Promise<void> {
    const vaults = await allVaults();
    if (vaults.length === 0) return;
    const answer = await tellContact(
      Object.fromEntries(vaults.map(({ usuario, pendientes }) => [usuario, pendientes])),
    ).catch(() => null);
    if (!answer) return;
    const { borrar, dias } = answer;
    if (borrar.length > 0 && (await wipeAccounts(borrar, dispatch))) return;
    if (dias === KEEPS_NONE) await switchedOff();
    else
      for (const { id, dias: known } of await allVaults())
        if (known !== dias) await changeVault(id, (entry) => ({ ...entry, dias }));
  }

  return {
    now,
    switchedOff,
    begin: (): void => {
      last = now().catch(() => undefined);
    },
    /** Once the contact that began last has ended, or took too long. */
    ended: () => Promise.race([last, pause(CONTACT_AT_MOST_MS)]),
  };
}
