import { expect } from 'vitest';
import { nino } from '#domain/records/nino.ts';
import type { SyncedBooklet } from '#domain/sync/booklet-page.ts';
import { type DeviceRow, deviceRow } from '#domain/sync/device-row.ts';
import type { NewOperation, PendingOperation } from '#domain/sync/lane.ts';
import { keysOf, randomBytes } from '#web/device/crypto/cipher.ts';
import { vaultState } from '#web/device/shown/open-vault.ts';
import { deviceStatus } from '#web/device/shown/status.ts';
import { waitingWork } from '#web/device/shown/waiting-work.ts';
import { thisDevice } from '#web/device/store/device-entry.ts';
import { disk } from '#web/device/store/indexed-disk.ts';
import { beginWork, currentWork, type Work } from '#web/device/work/work.ts';
import { ROSA } from './child-on-device.ts';

/** A new operation; by default about a child with the same id. */
export const anOperation = (change: Partial<NewOperation> & Pick<NewOperation, 'persona'>): NewOperation => ({
  ...{ op: crypto.randomUUID(), hace: 'crear', tipo: 'nino', _id: change.persona, valores: { ...nino.example } },
  ...{ capturado: new Date().toISOString(), desfase: 0, antes: undefined, ...change },
});

/** An open vault of the signed-in user with these booklets and the real outbox. */
export async function workOnDevice(...booklets: SyncedBooklet[]) {
  // Here no sign-in has created the device's databases.
  await thisDevice();
  const vault = { id: crypto.randomUUID(), usuario: ROSA._id, ...(await keysOf(randomBytes(32))) };
  await disk.makeVault(vault.id);
  const rows: DeviceRow[] = booklets.map(deviceRow);
  const work: Work = await beginWork(vault, {
    rowsOf: (tipo) => rows.filter((row) => row.tipo === tipo),
    booklet: async (id) => booklets.find(({ persona }) => persona._id === id) ?? null,
    isWhole: () => true,
    sameFormat: () => true,
    pull: () => undefined,
  });
  vaultState.set('open');
  deviceStatus.set({ phase: 'ready', got: 2, total: 2, contacto: '', completo: true, cantones: [] });
  currentWork.set(work);
  return {
    work,
    /** Stores operations in the state they have after an answer of the server. */
    async keep(...some: (NewOperation & Partial<Pick<PendingOperation, 'estado' | 'respuesta'>>)[]): Promise<void> {
      for (const { estado = 'espera', respuesta, ...one } of some) {
        await work.outbox.add(one);
        if (estado !== 'espera' || respuesta)
          await work.outbox.update(new Map([[one.op, (now) => ({ ...now, estado, respuesta })]]));
      }
      // Waiting operations appear on the screen slightly later.
      await expect.poll(() => waitingWork.get() === work.outbox.all()).toBe(true);
    },
    end(): void {
      work.close();
      currentWork.set(null);
      deviceStatus.set(null);
      vaultState.set('none');
    },
  };
}
