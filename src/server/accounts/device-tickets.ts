import { createHash, createHmac, randomBytes } from 'node:crypto';
import { and, isNotNull, type SQL } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { vaultTable } from '#server/db/schema.ts';
import { derivedKey } from './derived-key.ts';

const BYTES = 32;

export const newDeviceSecret = (): string => randomBytes(BYTES).toString('base64url');

/** The secret is random, so a fast hash without salt is enough. */
export const deviceSecretHash = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

export type DeviceTickets = ReturnType<typeof createDeviceTickets>;

/** Tickets that renew a session. Their hashes are keyed with the session secret, so all end when it changes. */
export function createDeviceTickets(secret: string) {
  const keyed = (purpose: string) => {
    const key = derivedKey(secret, purpose);
    return (ticket: string) => createHmac('sha256', key).update(ticket).digest('base64url');
  };
  return {
    kept: keyed('fichas de equipos'),
    /** The next ticket; deterministic, so that parallel renewals, or one repeated after a lost answer, get the same one. */
    after: keyed('fichas siguientes de equipos'),
  };
}

export async function endDeviceTickets(inside: Db, condition: SQL | undefined): Promise<void> {
  const none = { ficha: null, fichaAnterior: null, fichaHasta: null };
  await inside
    .update(vaultTable)
    .set(none)
    .where(and(isNotNull(vaultTable.ficha), condition));
}
