import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { Db } from '#server/db/connect.ts';
import { nino } from '#server/db/schema.ts';
import { createRecord } from '../support/factories.ts';
import { createReader, inventoryOf } from '../support/feed.ts';
import { lasting } from '../support/passing-time.ts';
import { startTestApi } from '../support/test-api.ts';

const WRITERS = 8;
const COMMITS = 5_000;
const CHILDREN = 12;
const UNDONE = new Error('Taken back');

/** A seeded random generator. */
function randomOf(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Changes children in one transaction, with partial or full rollbacks. @returns whether it committed */
async function write(db: Db, children: readonly string[], random: (below: number) => number): Promise<boolean> {
  const touched = new Set(Array.from({ length: 1 + random(3) }, () => children[random(children.length)] as string));
  const touch = (on: Db, id: string) => on.update(nino).set({ version: sql`version + 1` }).where(eq(nino._id, id));
  try {
    await db.transaction(async (inside) => {
      // Writers wait for each other, however busy the machine is.
      await inside.execute(sql`set local lock_timeout = 0`);
      // The transaction id is often assigned long before the first change.
      if (random(2) === 0) await inside.execute(sql`select pg_current_xact_id()`);
      for (const id of [...touched].sort()) {
        if (random(3) === 0) await lasting(random(4), 'what a writer does between two changes');
        if (random(4) > 0) await touch(inside, id);
        else
          await inside
            .transaction(async (deeper) => {
              await touch(deeper, id);
              if (random(2) === 0) throw UNDONE;
            })
            .catch((error) => {
              if (error !== UNDONE) throw error;
            });
      }
      if (random(6) === 0) throw UNDONE;
    });
    return true;
  } catch (error) {
    if (error !== UNDONE) throw error;
    return false;
  }
}

it(`a device that pulls during ${COMMITS} commits by ${WRITERS} writers with partial rollbacks misses none`, async () => {
  const api = await startTestApi();
  try {
    const brigade = await api.user('ROLE_BRIGADA');
    const children: string[] = [];
    for (let at = 0; at < CHILDREN; at += 1) children.push((await createRecord(brigade, 'nino'))._id);
    const reader = createReader(api, brigade);
    await reader.pull();
    let commits = 0;
    let pulls = 0;
    const writer = async (seed: number) => {
      const random = randomOf(seed);
      while (commits < COMMITS) if (await write(api.database.db, children, random)) commits += 1;
    };
    const reading = (async () => {
      while (commits < COMMITS) {
        await reader.pull(false);
        pulls += 1;
      }
    })();
    await Promise.all([...Array.from({ length: WRITERS }, (_, at) => writer(at + 1)), reading]);
    await reader.pull();
    expect(reader.inventory()).toEqual(await inventoryOf(brigade));
    const versions = await api.database.db.select({ _id: nino._id, version: nino.version }).from(nino);
    expect(versions.map(({ _id }) => reader.held.get(_id)?.persona.version)).toEqual(
      versions.map(({ version }) => version),
    );
    expect(pulls).toBeGreaterThan(20);
  } finally {
    await api.close();
  }
});
