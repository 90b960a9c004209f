import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import type { ExportedFile } from '#server/db/export-tables.ts';

const deflated = promisify<Uint8Array, { finishFlush: number }, Buffer>(deflateRaw);

/** Characters of a part before it is deflated: memory holds one part of each type. */
const PART_CHARS = 1024 * 1024;
/** A larger file would have to be fetched anew after a connection that breaks. */
const MAX_FILE_BYTES = 128 * 1024 * 1024;

export interface FilePart {
  readonly archivo: number;
  readonly parte: number;
  readonly contenido: Uint8Array;
}

/** Smaller in tests. */
export interface FileSizes {
  readonly partChars?: number;
  readonly maxBytes?: number;
}

interface OpenFile {
  readonly tipo: ExportedFile['tipo'];
  readonly archivo: number;
  text: string;
  recursos: number;
  bytes: number;
  crc: number;
  parts: number;
}

export type FileWriter = ReturnType<typeof createFileWriter>;

/**
 * Collects lines by type into files of NDJSON. Parts end at a byte (Z_SYNC_FLUSH, RFC 1951), so that all parts of a file in a row, between
 * the header and the trailer of {@link file://./gzip-file.ts}, are one gzip file.
 */
export function createFileWriter(
  store: (part: FilePart) => Promise<void>,
  { partChars = PART_CHARS, maxBytes = MAX_FILE_BYTES }: FileSizes = {},
) {
  const done: ExportedFile[] = [];
  const open = new Map<string, OpenFile>();
  let files = 0;

  const openFile = (tipo: OpenFile['tipo']): OpenFile => {
    files += 1;
    const file = { tipo, archivo: files, text: '', recursos: 0, bytes: 0, crc: 0, parts: 0 };
    open.set(tipo, file);
    return file;
  };

  const flush = async (file: OpenFile) => {
    if (file.text === '') return;
    const content = Buffer.from(file.text);
    file.text = '';
    file.crc = crc32(content, file.crc);
    file.bytes += content.length;
    const contenido = await deflated(content, { finishFlush: constants.Z_SYNC_FLUSH });
    await store({ archivo: file.archivo, parte: file.parts, contenido });
    file.parts += 1;
  };

  const close = ({ tipo, archivo, recursos, bytes, crc }: OpenFile) => {
    done.push({ tipo, archivo, recursos, bytes, crc });
    open.delete(tipo);
  };

  return {
    /** Adds a line; it is stored by {@link storeFull} or {@link end}. */
    add(tipo: OpenFile['tipo'], resource: object): void {
      const file = open.get(tipo) ?? openFile(tipo);
      file.text += `${JSON.stringify(resource)}\n`;
      file.recursos += 1;
    },

    async storeFull(): Promise<void> {
      for (const file of [...open.values()]) {
        if (file.text.length >= partChars) await flush(file);
        if (file.bytes >= maxBytes) close(file);
      }
    },

    /** @returns all files that were written, in the order of their numbers */
    async end(): Promise<ExportedFile[]> {
      for (const file of [...open.values()]) {
        await flush(file);
        close(file);
      }
      return done.toSorted((one, other) => one.archivo - other.archivo);
    },
  };
}
