import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { unpackBooklets } from '#domain/sync/booklet-page.ts';
import type { Db } from '#server/db/connect.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import type { ApiClient } from './api-client.ts';
import { until } from './passing-time.ts';
import type { TestApi } from './test-api.ts';

/** Waits until everybody who was writing has ended, in whatever database of the cluster: before that the feed does not tell of them. */
export async function othersEnded(db: Db): Promise<void> {
  const [{ mine } = { mine: '' }] = await rawRows<{ mine: string }>(db, sql`select pg_current_xact_id()::text as mine`);
  const ended = () =>
    rawRows<{ ended: boolean }>(db, sql`select pg_snapshot_xmin(pg_current_snapshot()) > ${mine}::xid8 as ended`);
  await until(async () => (await ended())[0]?.ended, 'every transaction of before has ended');
}

/** What a device would hold: by person the change it knows of, and the booklet. */
export function createReader({ database: { db } }: TestApi, client: ApiClient, canton?: string) {
  const held = new Map<string, ReturnType<typeof unpackBooklets>[number]>();
  let since: string | undefined;
  const scope = canton ? `canton=${canton}` : '';
  return {
    held,
    cursor: () => since,
    /** Pulls until there is nothing more. @param everything also what has just been written; @returns how many pages there were */
    async pull(everything = true): Promise<number> {
      if (everything) await othersEnded(db);
      for (let pages = 1; ; pages += 1) {
        const from = since === undefined ? '' : `desde=${since}`;
        const { status, body, text, headers } = await client.get(
          `/api/sincronizacion?${[scope, from].filter(Boolean).join('&')}`,
        );
        if (status !== 200) throw new Error(`${status} ${text}`);
        expect(headers['x-siguiente']).toBe(body.completo ? undefined : body.siguiente);
        for (const booklet of unpackBooklets(body)) held.set(String(booklet.persona._id), booklet);
        for (const id of body.salen) held.delete(id);
        since = body.siguiente;
        if (body.completo) return pages;
      }
    },
    /** By person, the change that each is known with. */
    known: () => Object.fromEntries([...held].map(([id, { cambio }]) => [id, cambio])),
  };
}

/** The same by the server's own list. */
export async function inventoryOf(client: ApiClient, canton?: string): Promise<Record<string, string>> {
  const { body } = await client.get(`/api/sincronizacion/inventario${canton ? `?canton=${canton}` : ''}`);
  return Object.fromEntries(body.personas.map((id: string, at: number) => [id, body.cambios[at]]));
}
