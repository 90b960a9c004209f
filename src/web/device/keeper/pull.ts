import { today } from '#domain/calendar.ts';
import type { AskOf } from '#domain/calls/define-call.ts';
import { ROUTES } from '#domain/calls/routes.ts';
import type { inventory, someBooklets, syncedLists } from '#domain/calls/sync.ts';
import { now } from '#domain/clock.ts';
import type { Reading } from '#domain/device/pulling.ts';
import { planOf } from '#domain/device/pulling.ts';
import { api } from '#web/lib/api-client.ts';
import { refusedFor } from '#web/lib/api-errors.ts';
import { callRoute } from '#web/lib/call-route.ts';
import type { Kept } from './keeper.ts';
import type { RemoteKeeper } from './keeper-messages.ts';

const JSON_TYPE = 'application/json';

/** Told of everything that came. */
export interface PullListener {
  readonly came: (kept: Kept) => void;
  readonly read: (reading: Reading) => void;
}

/** The bytes of an answer, and before they have come which page follows. */
function begin(query: Record<string, string | undefined>, signal: AbortSignal) {
  let tell: (next: string | null) => void = () => undefined;
  const next = new Promise<string | null>((resolve) => {
    tell = resolve;
  });
  const onStart = (headers: Headers) => {
    tell(headers.get('x-siguiente'));
    return () => undefined;
  };
  const whole = api
    .download(ROUTES.pullBooklets.path, { type: JSON_TYPE, onStart }, { query, signal, behind: true })
    .then(({ content }) => content)
    .finally(() => tell(null));
  // Of a page that nobody comes to wait for any more.
  whole.catch(() => undefined);
  return { next, whole };
}

/** @throws ApiError, NetworkError */
const someOf = async (body: AskOf<typeof someBooklets>['body'], signal: AbortSignal) =>
  (
    await api.download(
      ROUTES.someBooklets.path,
      { type: JSON_TYPE, onStart: () => () => undefined },
      { method: 'POST', body, signal, behind: true },
    )
  ).content;

const stamp = () => now().toISOString();

/**
 * Brings down what changed since the last time, and everything the first time; page by page, each kept whole with where to go on, so
 * that whatever ends it costs one page at most.
 * @param alcance the cantons that supervision takes along; empty for a brigade
 * @param thorough compares everything with the server's list, whenever that was done last
 * @throws ApiError, NetworkError, KeeperFailed
 */
export async function pullAll(
  keeper: RemoteKeeper,
  from: Reading | null,
  alcance: string,
  { came, read }: PullListener,
  { thorough = false, signal }: { thorough?: boolean; signal: AbortSignal },
): Promise<void> {
  const canton = alcance || undefined;
  const known = from?.alcance === alcance ? from : null;

  async function compare(anew: boolean): Promise<void> {
    const listed = await callRoute<typeof inventory>(ROUTES.inventory, { query: { canton } }, { signal, behind: true });
    const { gone, parts } = await keeper.compare(listed, anew);
    came({ rows: [], gone });
    for (const ids of parts) came(await keeper.some(await someOf({ ids }, signal)));
    read(await keeper.compared(listed, { alcance, contacto: stamp() }));
  }

  async function follow(since: string): Promise<void> {
    let complete = known?.completo ?? false;
    const revisado = known?.revisado || stamp();
    let page = begin({ canton, desde: since || undefined }, signal);
    for (;;) {
      const next = await page.next;
      const following = next === null ? null : begin({ canton, desde: next }, signal);
      const kept = await keeper.page(await page.whole, { alcance, contacto: stamp(), revisado, completo: complete });
      complete = kept.reading.completo;
      came(kept);
      read(kept.reading);
      if (!following) return;
      page = following;
    }
  }

  const { empties, how, since } = planOf(from, alcance, { today: today(), thorough });
  if (empties) came(await keeper.empty());
  if (how !== 'feed') return compare(how === 'anew');
  try {
    await follow(since);
  } catch (error) {
    if (!refusedFor(error, 'epoch')) throw error;
    await compare(false);
  }
}

/** The option lists and what corrects haemoglobin, unless they are as they were. */
export async function pullLists(keeper: RemoteKeeper, signal: AbortSignal): Promise<void> {
  await keeper.keepLists(await callRoute<typeof syncedLists>(ROUTES.syncedLists, {}, { signal, behind: true }));
}
