import { DAMAGED, UnreadableFile } from './unreadable.ts';

/** The header and the directory of a compound file ([MS-CFB] 2.2 and 2.6.1). */
const HEADER_BYTES = 512;
const IN_HEADER = { shift: 30, miniShift: 32, directory: 48, miniCutoff: 56, miniFat: 60, difat: 68, firstDifat: 76 };
const FIRST_DIFAT_COUNT = 109;
const IN_ENTRY = { bytes: 128, nameBytes: 64, type: 66, start: 116, size: 120 };
const [STREAM, ROOT] = [2, 5];
const LAST_SECTOR = 0xfffffffa;

interface DirectoryEntry {
  readonly name: string;
  readonly type: number;
  readonly start: number;
  readonly size: number;
}

export interface CompoundFile {
  readonly names: ReadonlySet<string>;
  /** @throws UnreadableFile if the file is damaged */
  read(name: string): Buffer;
}

/** Opens an OLE compound file, as XLS files are. @throws UnreadableFile */
export function openCompoundFile(content: Uint8Array): CompoundFile {
  const data = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const numberAt = (at: number) => data.readUInt32LE(at);
  const sectorBytes = 2 ** data.readUInt16LE(IN_HEADER.shift);
  const miniBytes = 2 ** data.readUInt16LE(IN_HEADER.miniShift);
  if (![512, 4096].includes(sectorBytes) || miniBytes !== 64) throw new UnreadableFile(DAMAGED);
  const perSector = sectorBytes / 4;
  const sectors = Math.ceil(data.length / sectorBytes);
  const placeOf = (sector: number) => (sector + 1) * sectorBytes;

  /** The sectors of a chain; one that does not end is damaged. */
  const chain = (first: number, next: (sector: number) => number, max: number): number[] => {
    const all: number[] = [];
    for (let sector = first; sector < LAST_SECTOR; sector = next(sector)) {
      if (all.length >= max) throw new UnreadableFile(DAMAGED);
      all.push(sector);
    }
    return all;
  };

  const lists = chain(numberAt(IN_HEADER.difat), (sector) => numberAt(placeOf(sector) + sectorBytes - 4), sectors);
  const fat = [
    ...Array.from({ length: FIRST_DIFAT_COUNT }, (_, at) => numberAt(IN_HEADER.firstDifat + at * 4)),
    ...lists.flatMap((sector) => Array.from({ length: perSector - 1 }, (_, at) => numberAt(placeOf(sector) + at * 4))),
  ];
  const next = (sector: number) => {
    const table = fat[Math.floor(sector / perSector)] ?? LAST_SECTOR;
    if (table >= LAST_SECTOR) throw new UnreadableFile(DAMAGED);
    return numberAt(placeOf(table) + (sector % perSector) * 4);
  };

  /** The sectors of a chain together; most lie behind each other, and then nothing is copied. */
  const joined = (first: number): Buffer => {
    const all = chain(first, next, sectors);
    if (all.some((sector) => placeOf(sector) >= data.length)) throw new UnreadableFile(DAMAGED);
    const isInOrder = all.every((sector, at) => sector === first + at);
    if (isInOrder) return data.subarray(placeOf(first), placeOf(first) + all.length * sectorBytes);
    return Buffer.concat(all.map((sector) => data.subarray(placeOf(sector), placeOf(sector) + sectorBytes)));
  };

  const directory = joined(numberAt(IN_HEADER.directory));
  const entries: DirectoryEntry[] = [];
  for (let at = 0; at + IN_ENTRY.bytes <= directory.length; at += IN_ENTRY.bytes) {
    const nameEnd = at + Math.min(64, Math.max(2, directory.readUInt16LE(at + IN_ENTRY.nameBytes))) - 2;
    entries.push({
      name: directory.toString('utf16le', at, nameEnd),
      type: directory.readUInt8(at + IN_ENTRY.type),
      start: directory.readUInt32LE(at + IN_ENTRY.start),
      size: directory.readUInt32LE(at + IN_ENTRY.size),
    });
  }

  const readSmall = (first: number): Buffer => {
    const root = entries.find(({ type }) => type === ROOT);
    if (!root) throw new UnreadableFile(DAMAGED);
    const [content, table] = [joined(root.start), joined(numberAt(IN_HEADER.miniFat))];
    const all = chain(first, (sector) => table.readUInt32LE(sector * 4), content.length / miniBytes);
    return Buffer.concat(all.map((sector) => content.subarray(sector * miniBytes, (sector + 1) * miniBytes)));
  };

  return {
    names: new Set(entries.map(({ name }) => name)),
    read(name) {
      const entry = entries.find((one) => one.name === name && one.type === STREAM);
      if (!entry || data.length < HEADER_BYTES) throw new UnreadableFile(DAMAGED);
      const whole = entry.size < numberAt(IN_HEADER.miniCutoff) ? readSmall(entry.start) : joined(entry.start);
      if (whole.length < entry.size) throw new UnreadableFile(DAMAGED);
      return whole.subarray(0, entry.size);
    },
  };
}
