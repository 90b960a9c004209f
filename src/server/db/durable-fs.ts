import { fsyncSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

interface Stream {
  nfd: number;
  path?: string;
}
type Write = (stream: Stream, buffer: Uint8Array, offset: number, length: number, position?: number) => number;
interface Attributes {
  mode?: number | null;
}

/** The part of Emscripten's module that this file touches. */
interface EmscriptenModule {
  NODEFS: {
    stream_ops: { fsync?: (stream: Stream) => number; write: Write };
    node_ops: {
      setattr(node: unknown, attributes: Attributes): void;
      mknod(parent: unknown, name: string, mode: number, dev: number): unknown;
    };
  };
}

/** Emscripten's number for ENOSPC. */
const NO_SPACE = 51;
/** Nobody but the owner: the database inside believes itself alone and asks for more than that. */
const OWNER_ONLY = ~0o077;

const WRITE_AHEAD_LOG = '/pg_wal/';

interface Disk {
  /** Makes room when the disk is full; false when there is none to be made. */
  give(): boolean;
}

/** A write that must not fall short: PostgreSQL does not survive it in the middle of its log. */
function patient(write: Write, disk: Disk): Write {
  const some: Write = (stream, buffer, offset, length, position) => {
    try {
      return write(stream, buffer, offset, length, position);
    } catch (error) {
      if ((error as { errno?: number }).errno !== NO_SPACE) throw error;
      if (disk.give()) return some(stream, buffer, offset, length, position);
      if (!stream.path?.includes(WRITE_AHEAD_LOG)) throw error;
      // It would spin for ever, deaf to every signal. Nothing unfinished was acknowledged, and what was is on disk.
      console.error(
        'No queda espacio en el disco de DATA_DIR: la Libreta termina. Libera espacio e iníciala de nuevo.',
      );
      process.exit(1);
    }
  };
  return (stream, buffer, offset, length, position) => {
    let done = 0;
    while (done < length) {
      const at = position === undefined ? undefined : position + done;
      const written = some(stream, buffer, offset + done, length - done, at);
      if (written === 0) break;
      done += written;
    }
    return done;
  };
}

/**
 * PGlite's files on disk, with fsync. As it comes, PGlite never calls fsync, so an acknowledged commit could be lost
 * with the machine; here every commit reaches the disk before it is acknowledged. Files are their owner's alone.
 */
export class DurableNodeFS extends NodeFS {
  readonly #disk: Disk;

  constructor(dataDir: string, disk: Disk) {
    super(dataDir);
    this.#disk = disk;
  }

  override async init(pg: PGlite, options: Parameters<NodeFS['init']>[1]): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options);
    const before = emscriptenOpts.preRun ?? [];
    const install = (module: unknown) => {
      const { stream_ops: streams, node_ops: nodes } = (module as EmscriptenModule).NODEFS;
      streams.fsync = (stream) => {
        fsyncSync(stream.nfd);
        return 0;
      };
      streams.write = patient(streams.write, this.#disk);
      const { setattr, mknod } = nodes;
      nodes.setattr = (node, attributes) =>
        setattr(node, attributes.mode ? { ...attributes, mode: attributes.mode & OWNER_ONLY } : attributes);
      nodes.mknod = (parent, name, mode, dev) => mknod(parent, name, mode & OWNER_ONLY, dev);
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(Array.isArray(before) ? before : [before]), install] } };
  }
}
