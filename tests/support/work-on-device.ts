import { expect } from 'vitest';
import { nino } from '#domain/records/nino.ts';
import type { SyncedBooklet } from '#domain/sync/booklet-page.ts';
import { type DeviceRow, deviceRow } from '#domain/sync/device-row.ts';
import type { NewOperation, Waiting } from '#domain/sync/lane.ts';
import { keysOf, randomBytes } from '#web/device/crypto/cipher.ts';
import { vaultState } from '#web/device/shown/open-vault.ts';
import { deviceStatus } from '#web/device/shown/status.ts';
import { waitingWork } from '#web/device/shown/waiting-work.ts';
import { thisDevice } from '#web/device/store/device-entry.ts';
import { disk } from '#web/device/store/indexed-disk.ts';
import { beginWork, currentWork, type Work } from '#web/device/work/work.ts';
import { ROSA } from './child-on-device.ts';

/** An operation as it is written; of a child who has it under her own id unless told. */
export const anOperation = (change: Partial<NewOperation> & Pick<NewOperation, 'persona'>): NewOperation => ({
  ...{ op: crypto.randomUUID(), hace: 'crear', tipo: 'nino', _id: change.persona, valores: { ...nino.example } },
  ...{ capturado: new Date().toISOString(), desfase: 0, antes: undefined, ...change },
});

/** The vault of whoever is signed in, open, with nobody's booklets but these; the outbox is the real one. */
export async function workOnDevice(...booklets: SyncedBooklet[]) {
  // Only a sign-in makes the device's databases; here there was none.
  await thisDevice();
  const vault = { id: crypto.randomUUID(), usuario: ROSA._id, ...(await keysOf(randomBytes(32))) };
  await disk.makeVault(vault.id);
  const rows: DeviceRow[] = booklets.map(deviceRow);
  const work: Work = await beginWork(vault, {
    rowsOf: (tipo) => rows.filter((row) => row.tipo === tipo),
    booklet: async (id) => booklets.find(({ persona }) => persona._id === id) ?? null,
    isWhole: () => true,
    pull: () => undefined,
  });
  vaultState.set('open');
  deviceStatus.set({ phase: 'ready', got: 2, total: 2, contacto: '', completo: true, cantones: [] });
  currentWork.set(work);
  return {
    work,
    /** Keeps these, as they are after the server has said something of them. */
    async keep(...some: (NewOperation & Partial<Pick<Waiting, 'estado' | 'respuesta'>>)[]): Promise<void> {
      for (const { estado = 'espera', respuesta, ...one } of some) {
        await work.outbox.add(one);
        if (estado !== 'espera' || respuesta)
          await work.outbox.update(new Map([[one.op, (now) => ({ ...now, estado, respuesta })]]));
      }
      // What waits is shown a moment after it is kept.
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
