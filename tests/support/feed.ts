import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { unpackBooklets } from '#domain/sync/booklet-page.ts';
import type { Db } from '#server/db/connect.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import type { ApiClient } from './api-client.ts';
import { until } from './passing-time.ts';
import type { TestApi } from './test-api.ts';

/** Waits for all transactions of the cluster that run now, because the feed ends before the oldest of them. */
export async function waitForOtherTransactions(db: Db): Promise<void> {
  const [{ own } = { own: '' }] = await rawRows<{ own: string }>(db, sql`select pg_current_xact_id()::text as own`);
  const ended = () =>
    rawRows<{ ended: boolean }>(db, sql`select pg_snapshot_xmin(pg_current_snapshot()) > ${own}::xid8 as ended`);
  await until(async () => (await ended())[0]?.ended, 'every transaction of before has ended');
}

/** A device's copy of the feed: booklets and their stamps by person. */
export function createReader({ database: { db } }: TestApi, client: ApiClient, canton?: string) {
  const held = new Map<string, ReturnType<typeof unpackBooklets>[number]>();
  let since: string | undefined;
  const scope = canton ? `canton=${canton}` : '';
  return {
    held,
    cursor: () => since,
    /** Pulls until the feed is complete. @param everything waits for running transactions first @returns number of pages */
    async pull(everything = true): Promise<number> {
      if (everything) await waitForOtherTransactions(db);
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
    /** Stamps by person. */
    inventory: () => Object.fromEntries([...held].map(([id, { cambio }]) => [id, cambio])),
  };
}

/** The server's list of stamps by person. */
export async function inventoryOf(client: ApiClient, canton?: string): Promise<Record<string, string>> {
  const { body } = await client.get(`/api/sincronizacion/inventario${canton ? `?canton=${canton}` : ''}`);
  return Object.fromEntries(body.personas.map((id: string, at: number) => [id, body.cambios[at]]));
}
