import { createHash, createHmac, randomBytes } from 'node:crypto';
import { and, isNotNull, type SQL } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { boveda } from '#server/db/schema.ts';
import { derivedKey } from './derived-key.ts';

const BYTES = 32;

/** 32 bytes in base64url: keys of vaults, and the first ticket of each. */
export const newDeviceSecret = (): string => randomBytes(BYTES).toString('base64url');

/** What is kept of a device's own secret. It is random: a hash without salt or work tells nothing. */
export const deviceSecretHash = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

export type DeviceTickets = ReturnType<typeof createDeviceTickets>;

/** Tickets that go on with a session. They end with the secret that signs sessions: what is kept of them is made with it. */
export function createDeviceTickets(secret: string) {
  const keyed = (purpose: string) => {
    const key = derivedKey(secret, purpose);
    return (ticket: string) => createHmac('sha256', key).update(ticket).digest('base64url');
  };
  return {
    kept: keyed('fichas de equipos'),
    /** The one that follows. Always the same: two who come at once with a ticket, or again because the answer was lost, get one. */
    after: keyed('fichas siguientes de equipos'),
  };
}

/** Ends the renewal tickets of some vaults, which stay as they are: the password goes on with them. */
export async function endDeviceTickets(inside: Db, whose: SQL | undefined): Promise<void> {
  const none = { ficha: null, fichaAnterior: null, fichaHasta: null };
  await inside
    .update(boveda)
    .set(none)
    .where(and(isNotNull(boveda.ficha), whose));
}
