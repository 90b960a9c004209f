import { closeSync, existsSync, mkdirSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '#server/base/startup-error.ts';

const MB = 1024 * 1024;
/** One segment of PostgreSQL's write-ahead log, and what a file system needs to keep it. */
const PIECE_BYTES = 17 * MB;
const PIECES = ['1', '2', '3'];
/** What a new database takes before anything is in it. */
const NEW_DATABASE_BYTES = 64 * MB;

/** `enough`: everything goes on; `low`: what people record is refused; `out`: the pieces set aside are being used up. */
export type Room = 'enough' | 'low' | 'out';

export interface DiskSpace {
  room(): Room;
  /** Bytes that are free for this process, and below how many nothing more is recorded. */
  measured(): { free: number; reserve: number };
  /** Gives a piece that was set aside back to the disk. @returns false when none is left */
  give(): boolean;
}

interface DiskSpaceOptions {
  /** The folder of the embedded database; the pieces stand beside it. */
  dataDir: string;
  /** Below so many free bytes nothing more is recorded. */
  reserve: number;
  /** Bytes that are free for this process. */
  freeBytes?: () => number;
}

/** Written with what does not compress, so that the room is really taken. */
function takeRoom(path: string): void {
  const chunk = crypto.getRandomValues(new Uint8Array(64 * 1024));
  const file = openSync(path, 'w', 0o600);
  try {
    for (let written = 0; written < PIECE_BYTES; ) written += writeSync(file, chunk);
  } finally {
    closeSync(file);
  }
}

/**
 * Watches the room on the embedded database's disk. PostgreSQL inside this process cannot survive that the next segment of its log does
 * not fit: so people's writes end long before, and for whoever else fills the disk at the wrong moment some pieces are set aside.
 * @throws StartupError when there is no room to begin with
 */
export function watchDiskSpace({ dataDir, reserve, ...options }: DiskSpaceOptions): DiskSpace {
  const free =
    options.freeBytes ??
    (() => {
      const { bavail, bsize } = statfsSync(dataDir);
      return bavail * bsize;
    });
  const folder = join(dataDir, 'reserva');
  const pieces = PIECES.map((name) => join(folder, name));
  const whole = (piece: string) => (statSync(piece, { throwIfNoEntry: false })?.size ?? 0) >= PIECE_BYTES;
  let given = false;

  const setAside = () => {
    for (const piece of pieces) {
      if (whole(piece)) continue;
      if (free() < reserve + PIECE_BYTES) return;
      try {
        takeRoom(piece);
      } catch {
        // Somebody was faster: the room is gone, and the watch goes on without this piece.
        rmSync(piece, { force: true });
        return;
      }
    }
    given = false;
  };

  const needed = reserve + (existsSync(join(dataDir, 'pg')) ? 0 : NEW_DATABASE_BYTES);
  if (free() < needed)
    throw new StartupError(
      `No queda espacio en el disco de DATA_DIR (${dataDir}): libera al menos ${Math.ceil(needed / MB)} MB para iniciar.`,
    );
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  setAside();

  return {
    room() {
      if (given) setAside();
      if (given) return 'out';
      return free() < reserve ? 'low' : 'enough';
    },
    measured: () => ({ free: free(), reserve }),
    give() {
      const piece = pieces.find(existsSync);
      if (piece === undefined) return false;
      given = true;
      rmSync(piece, { force: true });
      return true;
    },
  };
}
