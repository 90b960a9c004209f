import type { VaultEvent } from '#domain/device/vault.ts';
import { allVaults, changeVault } from '#web/device/store/device-entry.ts';
import { pause } from '#web/lib/line.ts';
import { reportContact } from './ask-server.ts';
import { wipeAccounts, wipeVaults } from './wipe.ts';

/** A vault opens only after the server's orders to wipe, or after this time. */
const CONTACT_AT_MOST_MS = 4_000;
/** Value of `dias` when the server forbids devices to store data. */
export const KEEPS_NONE = 0;

interface Engine {
  readonly dispatch: (event: VaultEvent) => void;
  readonly closeOf: (vaults: readonly string[]) => void;
}

export function createContact({ dispatch, closeOf }: Engine) {
  let last: Promise<unknown> = Promise.resolve();

  /** Vaults with unsent work stay until it is sent. */
  async function switchedOff(): Promise<void> {
    dispatch({ is: 'keepsNone', why: 'off' });
    await wipeVaults(
      (await allVaults()).filter(({ pendientes }) => pendientes === 0),
      closeOf,
    );
  }

  async function now(): Promise<void> {
    const vaults = await allVaults();
    if (vaults.length === 0) return;
    const answer = await reportContact(
      Object.fromEntries(vaults.map(({ usuario, pendientes }) => [usuario, pendientes])),
    ).catch(() => null);
    if (!answer) return;
    const { borrar, dias } = answer;
    if (borrar.length > 0 && (await wipeAccounts(borrar, dispatch))) return;
    if (dias === KEEPS_NONE) await switchedOff();
    else
      for (const { id, dias: current } of await allVaults())
        if (current !== dias) await changeVault(id, (entry) => ({ ...entry, dias }));
  }

  return {
    now,
    switchedOff,
    begin: (): void => {
      last = now().catch(() => undefined);
    },
    ended: () => Promise.race([last, pause(CONTACT_AT_MOST_MS)]),
  };
}
