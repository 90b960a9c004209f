import { disk } from '#web/device/store/indexed-disk.ts';
import { logLoadFailure } from '#web/lib/load-failure.ts';

/** A draft in localStorage: its key and its text. The text of a removed draft is its time and a point. */
export interface DraftCopy {
  readonly nombre: string;
  readonly texto: string;
}

export type DraftCopies = Awaited<ReturnType<typeof openDraftCopies>>;

const missed = (error: unknown) => {
  logLoadFailure('los borradores de este equipo', error);
  return false;
};

/** Browsers may write localStorage to the disk only after a minute; IndexedDB copies survive a killed page. Writes are not awaited. */
export async function openDraftCopies(vault: string) {
  let open = true;
  const close = () => {
    open = false;
    stores.close();
  };
  const stores = await disk.openVault(vault, close);
  return {
    all: (): Promise<DraftCopy[]> => stores.all('borradores'),
    put: async (nombre: string, texto: string): Promise<boolean> => {
      if (!open) return false;
      return stores.write({ borradores: { put: [{ nombre, texto }] } }).then(() => true, missed);
    },
    remove: (nombre: string): void => {
      if (open) stores.write({ borradores: { drop: [nombre] } }).catch(missed);
    },
    close,
  };
}
