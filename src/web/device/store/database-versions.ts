import { type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';

/**
 * Makes the next version of a database out of the one before it. Devices hold what earlier steps made: a step that has reached them is
 * never changed, a new one is added. It asks for nothing but the database's own stores, and does not wait: the browser would close the
 * transaction meanwhile.
 */
export type Step = (db: IDBPDatabase, tx: IDBPTransaction<unknown, string[], 'versionchange'>) => void;

export const NEWER_HERE =
  'Lo guardado en este equipo es de una versión más nueva de la Libreta y sigue ahí. Conéctate y recarga la página para abrirlo.';

/** The device holds a later version than this program has steps for. Everything stays as it is. */
export class NewerDatabase extends Error {
  constructor() {
    super(NEWER_HERE);
    this.name = 'NewerDatabase';
  }
}

/** There is no such database, and none is made. */
class NotThere extends Error {}

interface Opening {
  /** False where looking makes nothing. */
  readonly mayMake: boolean;
  /** Called when another page wants another version, or the database gone: this connection is closed then. */
  readonly onClosed?: () => void;
}

async function openAtVersion(
  name: string,
  steps: readonly Step[],
  { mayMake, onClosed }: Opening,
): Promise<IDBPDatabase> {
  let failure: unknown;
  try {
    return await openDB(name, steps.length, {
      upgrade(db, from, _to, tx) {
        // It is told below.
        tx.done.catch(() => undefined);
        try {
          if (from === 0 && !mayMake) throw new NotThere();
          for (const step of steps.slice(from)) step(db, tx);
        } catch (error) {
          failure = error;
          // What is broken off leaves the database as it was, and one that was not there is not made.
          tx.abort();
        }
      },
      // A page that held on would keep every other page of the device waiting. What it has begun to write is written first.
      blocking(_from, _to, { target }) {
        (target as IDBDatabase).close();
        onClosed?.();
      },
    });
  } catch (error) {
    if (failure !== undefined) throw failure;
    throw error instanceof DOMException && error.name === 'VersionError' ? new NewerDatabase() : error;
  }
}

/**
 * Opens a database in the version that the steps lead to; where it is older, or not there, by the steps that are missing.
 * Waits for pages that still hold an older version.
 * @throws NewerDatabase, DOMException where the browser keeps nothing
 */
export const openDatabase = (name: string, steps: readonly Step[]): Promise<IDBPDatabase> =>
  openAtVersion(name, steps, { mayMake: true });

/** As `openDatabase`. @returns null where there is none: looking makes nothing, so what was wiped stays away */
export async function openKnownDatabase(
  name: string,
  steps: readonly Step[],
  onClosed?: () => void,
): Promise<IDBPDatabase | null> {
  try {
    return await openAtVersion(name, steps, { mayMake: false, ...(onClosed && { onClosed }) });
  } catch (error) {
    if (error instanceof NotThere) return null;
    throw error;
  }
}
