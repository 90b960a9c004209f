import type { Bytes } from '#web/device/crypto/bytes.ts';
import { fromText, toText } from '#web/device/crypto/bytes.ts';
import { storedKeys, storedMark } from '#web/lib/stored-mark.ts';
import type { DeviceEntry, VaultEntry } from './stores.ts';

/**
 * A copy of the wrapped keys and of pending operations, in localStorage: a browser may delete all databases when the disk is full. It holds
 * what the databases hold, encrypted in the same way. A copy for which there is no room is not made.
 */

const PREFIX = 'libreta.copia.';
/** Drafts need the rest of localStorage, which has room for about 5 million characters; an operation takes about 1,500. */
const MOST_KEYS = 2_000;

export interface CopiedRow {
  readonly orden: number;
  readonly sellado: Bytes;
}

export interface CopiedVault {
  readonly equipo: DeviceEntry;
  readonly boveda: VaultEntry;
}

const vaultMark = (vault: string) => storedMark(PREFIX + vault);
const rowsOf = (vault: string) => `${PREFIX}${vault}.`;
const rowMark = (vault: string, orden: number) => storedMark(rowsOf(vault) + orden);

const withBytesAsText = (_: string, value: unknown) =>
  value instanceof Uint8Array ? { bytes: toText(Uint8Array.from(value)) } : value;

const withTextAsBytes = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && 'bytes' in value && typeof value.bytes === 'string'
    ? fromText(value.bytes)
    : value;

/** The vaults of which there is a copy of the keys. */
export const copiedVaults = (): string[] =>
  storedKeys(PREFIX)
    .map((key) => key.slice(PREFIX.length))
    .filter((name) => !name.includes('.'));

/** Without room the earlier copy stays. */
export const copyVault = (equipo: DeviceEntry, boveda: VaultEntry): void =>
  vaultMark(boveda.id).set(JSON.stringify({ equipo, boveda } satisfies CopiedVault, withBytesAsText));

const copiedOrders = (vault: string): number[] =>
  storedKeys(rowsOf(vault)).map((key) => Number(key.slice(rowsOf(vault).length)));

/** Without room an earlier copy goes too: an operation must not be restored as it was before a change. */
export function copyRows(vault: string, put: readonly CopiedRow[], drop: readonly number[]): void {
  for (const orden of [...drop, ...put.map((row) => row.orden)]) rowMark(vault, orden).remove();
  const room = Math.max(MOST_KEYS - storedKeys(PREFIX).length, 0);
  for (const { orden, sellado } of put.slice(0, room)) rowMark(vault, orden).set(toText(sellado));
}

/** Makes the copy equal to the stored rows: a page that was killed may have left it behind. */
export function copyAllRows(vault: string, rows: readonly CopiedRow[]): void {
  const stored = new Set(rows.map(({ orden }) => orden));
  const changed = rows.filter(({ orden, sellado }) => rowMark(vault, orden).get() !== toText(sellado));
  copyRows(
    vault,
    changed,
    copiedOrders(vault).filter((orden) => !stored.has(orden)),
  );
}

/** @returns null when the copy is not readable */
export function copiedVault(vault: string): CopiedVault | null {
  try {
    const { equipo, boveda } = JSON.parse(vaultMark(vault).get() ?? '', withTextAsBytes) as CopiedVault;
    return boveda.id === vault && equipo.clave === 'equipo' ? { equipo, boveda } : null;
  } catch {
    return null;
  }
}

export function copiedRows(vault: string): CopiedRow[] {
  return copiedOrders(vault).flatMap((orden) => {
    try {
      return [{ orden, sellado: fromText(rowMark(vault, orden).get() ?? '') }];
    } catch {
      return [];
    }
  });
}

export function dropCopy(vault: string): void {
  vaultMark(vault).remove();
  for (const key of storedKeys(rowsOf(vault))) storedMark(key).remove();
}
