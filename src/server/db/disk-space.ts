import { closeSync, existsSync, mkdirSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '#server/base/startup-error.ts';

const MB = 1024 * 1024;
/** One segment of PostgreSQL's write-ahead log, with what a file system needs to keep it. */
const PIECE_BYTES = 17 * MB;
const PIECES = ['1', '2', '3'];
const NEW_DATABASE_BYTES = 64 * MB;

/** `low`: what people record is refused; `out`: the pieces that were set aside are being used up. */
export type Room = 'enough' | 'low' | 'out';

export interface DiskSpace {
  room(): Room;
  measured(): { free: number; reserve: number };
  /** Gives a piece that was set aside back to the disk. @returns false if none is left */
  give(): boolean;
}

interface DiskSpaceOptions {
  dataDir: string;
  reserve: number;
  freeBytes?: () => number;
}

/** Random bytes do not compress, so the room is really taken. */
function takeRoom(path: string): void {
  const chunk = crypto.getRandomValues(new Uint8Array(64 * 1024));
  const file = openSync(path, 'w', 0o600);
  try {
    for (let written = 0; written < PIECE_BYTES; ) written += writeSync(file, chunk);
  } finally {
    closeSync(file);
  }
}

/** A full disk kills PostgreSQL in this process: writes stop early, and pieces are set aside. @throws StartupError if there is no room */
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
  let pieceReleased = false;

  const setAside = () => {
    for (const piece of pieces) {
      if (whole(piece)) continue;
      if (free() < reserve + PIECE_BYTES) return;
      try {
        takeRoom(piece);
      } catch {
        // Something else took the room first; the watch goes on without this piece.
        rmSync(piece, { force: true });
        return;
      }
    }
    pieceReleased = false;
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
      if (pieceReleased) setAside();
      if (pieceReleased) return 'out';
      return free() < reserve ? 'low' : 'enough';
    },
    measured: () => ({ free: free(), reserve }),
    give() {
      const piece = pieces.find(existsSync);
      if (piece === undefined) return false;
      pieceReleased = true;
      rmSync(piece, { force: true });
      return true;
    },
  };
}
