import { createHash } from 'node:crypto';
import { LOCALE, today } from '#domain/calendar.ts';
import type { StoredSystem } from '#domain/calls/systems.ts';
import { type PublicKey, publicKeysText } from '#domain/exchange/public-keys.ts';
import { SYSTEM_STATES, type SystemPlace, systemState } from '#domain/exchange/system-fields.ts';
import type { systemTable } from '#server/db/schema.ts';

export type SystemRow = typeof systemTable.$inferSelect;

export const systemToWire = (row: SystemRow, now: Date): StoredSystem => ({
  _id: row._id,
  version: row.version,
  nombre: row.nombre,
  hasta: row.hasta,
  llaves: publicKeysText(row.llaves),
  alcances: row.alcances,
  lugares: row.lugares?.map(({ provincia, canton }) => ({ provincia, canton })) ?? null,
  estado: systemState(row, today(now)),
  fechaRegistro: row.fechaRegistro.toISOString(),
  ultimoUso: row.ultimoUso?.toISOString() ?? null,
  revocado: row.revocado?.toISOString() ?? null,
});

const STATES = Object.keys(SYSTEM_STATES);
const collator = new Intl.Collator(LOCALE, { numeric: true });

/** Those that may read first, then by name. */
export const inSystemOrder = (one: StoredSystem, other: StoredSystem): number =>
  STATES.indexOf(one.estado) - STATES.indexOf(other.estado) ||
  collator.compare(one.nombre, other.nombre) ||
  (one._id < other._id ? -1 : 1);

/** The members of a key that its thumbprint covers, in order (RFC 7638, 3.2). */
const printed = (key: PublicKey) =>
  key.kty === 'RSA' ? { e: key.e, kty: key.kty, n: key.n } : { crv: key.crv, kty: key.kty, x: key.x, y: key.y };
const thumbprint = (key: PublicKey) =>
  createHash('sha256')
    .update(JSON.stringify(printed(key)))
    .digest('base64url');

const placeText = ({ provincia, canton }: SystemPlace) => (canton === '' ? provincia : `${provincia} (${canton})`);

type Content = Pick<SystemRow, 'nombre' | 'hasta' | 'llaves' | 'alcances' | 'lugares'>;

/** What the journal keeps of a system: texts, and of its keys the names and thumbprints. */
export const systemContent = ({ nombre, hasta, llaves, alcances, lugares }: Content) => ({
  nombre,
  hasta,
  llaves: llaves.map((key) => `${key.kid} (${key.alg}, ${thumbprint(key)})`).join(', '),
  alcances: alcances.join(' '),
  lugares: lugares === null ? 'Todo el país' : lugares.map(placeText).join(', '),
});

export const haveSameKeys = (some: readonly PublicKey[], others: readonly PublicKey[]): boolean =>
  publicKeysText(some) === publicKeysText(others);
