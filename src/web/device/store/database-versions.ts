import { type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import { isInterrupted } from './stores.ts';

/** Migrates a database by one version. A released step never changes. It may await only the transaction's requests, else the browser commits. */
export type MigrationStep = (db: IDBPDatabase, tx: IDBPTransaction<unknown, string[], 'versionchange'>) => void;

export const NEWER_HERE =
  'Lo guardado en este equipo es de una versión más nueva de la Libreta y sigue ahí. Conéctate y recarga la página para abrirlo.';

export class NewerDatabase extends Error {
  constructor() {
    super(NEWER_HERE);
    this.name = 'NewerDatabase';
  }
}

class NotThere extends Error {}

interface Opening {
  readonly mayMake: boolean;
  readonly onClosed?: () => void;
}

async function openAtVersion(
  name: string,
  steps: readonly MigrationStep[],
  how: Opening,
  mayRepeat = true,
): Promise<IDBPDatabase> {
  let failure: unknown;
  try {
    return await openDB(name, steps.length, {
      upgrade(db, from, _to, tx) {
        tx.done.catch(() => undefined);
        try {
          if (from === 0 && !how.mayMake) throw new NotThere();
          for (const step of steps.slice(from)) step(db, tx);
        } catch (error) {
          failure = error;
          // An abort restores the database, and does not create a missing one.
          tx.abort();
        }
      },
      // An open connection would block the upgrade or deletion by another page. Pending writes finish before `close` takes effect.
      blocking(_from, _to, { target }) {
        (target as IDBDatabase).close();
        how.onClosed?.();
      },
    });
  } catch (error) {
    if (failure !== undefined) throw failure;
    if (mayRepeat && isInterrupted(error)) return openAtVersion(name, steps, how, false);
    throw error instanceof DOMException && error.name === 'VersionError' ? new NewerDatabase() : error;
  }
}

/** Opens or creates a database and runs missing steps, after pages with an older version closed it. @throws NewerDatabase, DOMException */
export const openIndexedDatabase = (name: string, steps: readonly MigrationStep[]): Promise<IDBPDatabase> =>
  openAtVersion(name, steps, { mayMake: true });

/** As `openIndexedDatabase`, but returns null instead of creating a database: a wiped one must not reappear. */
export async function openExistingDatabase(
  name: string,
  steps: readonly MigrationStep[],
  onClosed?: () => void,
): Promise<IDBPDatabase | null> {
  try {
    return await openAtVersion(name, steps, { mayMake: false, ...(onClosed && { onClosed }) });
  } catch (error) {
    if (error instanceof NotThere) return null;
    throw error;
  }
}
