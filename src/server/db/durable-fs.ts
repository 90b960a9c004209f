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

interface EmscriptenModule {
  NODEFS: {
    stream_ops: { fsync?: (stream: Stream) => number; write: Write };
    node_ops: {
      setattr(node: unknown, attributes: Attributes): void;
      mknod(parent: unknown, name: string, mode: number, dev: number): unknown;
    };
  };
}

const NO_SPACE = 51;
/** The embedded database believes itself alone and asks for wider permissions. */
const OWNER_ONLY = ~0o077;

const WRITE_AHEAD_LOG = '/pg_wal/';

interface Disk {
  /** Makes room on a full disk. @returns false if there is none to make */
  give(): boolean;
}

/** PostgreSQL does not survive a short write in its log: the write is completed, or the process ends. */
function writeFully(write: Write, disk: Disk): Write {
  const writeSome: Write = (stream, buffer, offset, length, position) => {
    try {
      return write(stream, buffer, offset, length, position);
    } catch (error) {
      if ((error as { errno?: number }).errno !== NO_SPACE) throw error;
      if (disk.give()) return writeSome(stream, buffer, offset, length, position);
      if (!stream.path?.includes(WRITE_AHEAD_LOG)) throw error;
      // PostgreSQL would spin here for ever and ignore signals. All that was acknowledged is on the disk.
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
      const written = writeSome(stream, buffer, offset + done, length - done, at);
      if (written === 0) break;
      done += written;
    }
    return done;
  };
}

/** PGlite never calls fsync; here every commit reaches the disk before it is acknowledged. Files are readable by their owner alone. */
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
      streams.write = writeFully(streams.write, this.#disk);
      const { setattr, mknod } = nodes;
      nodes.setattr = (node, attributes) =>
        setattr(node, attributes.mode ? { ...attributes, mode: attributes.mode & OWNER_ONLY } : attributes);
      nodes.mknod = (parent, name, mode, dev) => mknod(parent, name, mode & OWNER_ONLY, dev);
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(Array.isArray(before) ? before : [before]), install] } };
  }
}
