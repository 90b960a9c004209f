import { disk } from '#web/device/store/indexed-disk.ts';
import { logLoadFailure } from '#web/lib/load-failure.ts';

/** A draft as it lies in localStorage: its name there, and its text; of one that was removed only when it was written, and a point. */
export interface DraftCopy {
  readonly nombre: string;
  readonly texto: string;
}

export type DraftCopies = Awaited<ReturnType<typeof openDraftCopies>>;

const missed = (error: unknown) => {
  logLoadFailure('los borradores de este equipo', error);
  return false;
};

/**
 * Browsers write localStorage to the disk seconds after it was changed, at times a minute: whoever is killed before that would lose
 * what was typed, and find again what was saved. A database has it at once. Nobody waits for it.
 */
export async function openDraftCopies(vault: string) {
  let open = true;
  const close = () => {
    open = false;
    stores.close();
  };
  const stores = await disk.openVault(vault, close);
  return {
    all: (): Promise<DraftCopy[]> => stores.all('borradores'),
    /** @returns whether it is in the database */
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
