import { today } from '#domain/calendar.ts';
import type { CallInput } from '#domain/calls/define-call.ts';
import { ROUTES } from '#domain/calls/routes.ts';
import type { bookletsById, inventory, syncedLists } from '#domain/calls/sync.ts';
import { now } from '#domain/clock.ts';
import type { PullPosition } from '#domain/device/pulling.ts';
import { planPull } from '#domain/device/pulling.ts';
import { api } from '#web/lib/api-client.ts';
import { refusedFor } from '#web/lib/api-errors.ts';
import { callRoute } from '#web/lib/call-route.ts';
import type { StoredBooklets } from './keeper.ts';
import type { RemoteKeeper } from './keeper-messages.ts';

const JSON_TYPE = 'application/json';

export interface PullListener {
  readonly onStored: (kept: StoredBooklets) => void;
  readonly onRead: (reading: PullPosition) => void;
}

/** Starts a page; the header names the next page before the body has arrived, so both can be fetched at once. */
function begin(query: Record<string, string | undefined>, signal: AbortSignal) {
  let resolveNext: (next: string | null) => void = () => undefined;
  const next = new Promise<string | null>((resolve) => {
    resolveNext = resolve;
  });
  const onStart = (headers: Headers) => {
    resolveNext(headers.get('x-siguiente'));
    return () => undefined;
  };
  const whole = api
    .download(ROUTES.pullBooklets.path, { type: JSON_TYPE, onStart }, { query, signal, behind: true })
    .then(({ content }) => content)
    .finally(() => resolveNext(null));
  // A page that is abandoned must not raise an unhandled rejection.
  whole.catch(() => undefined);
  return { next, whole };
}

const someOf = async (body: CallInput<typeof bookletsById>['body'], signal: AbortSignal) =>
  (
    await api.download(
      ROUTES.someBooklets.path,
      { type: JSON_TYPE, onStart: () => () => undefined },
      { method: 'POST', body, signal, behind: true },
    )
  ).content;

const stamp = () => now().toISOString();

/**
 * Pulls the changes, or everything the first time; an interruption costs one page at most, because each is stored with its cursor.
 * @param alcance cantons that supervision takes along; empty for a brigade @throws ApiError, NetworkError, KeeperFailed
 */
export async function pullAll(
  keeper: RemoteKeeper,
  from: PullPosition | null,
  alcance: string,
  { onStored, onRead }: PullListener,
  { thorough = false, signal }: { thorough?: boolean; signal: AbortSignal },
): Promise<void> {
  const canton = alcance || undefined;
  const previous = from?.alcance === alcance ? from : null;

  async function compare(refetchAll: boolean): Promise<void> {
    const listed = await callRoute<typeof inventory>(ROUTES.inventory, { query: { canton } }, { signal, behind: true });
    const { removed, parts } = await keeper.compare(listed, refetchAll);
    onStored({ rows: [], removed });
    for (const ids of parts) onStored(await keeper.some(await someOf({ ids }, signal)));
    onRead(await keeper.compared(listed, { alcance, contacto: stamp() }));
  }

  async function follow(since: string): Promise<void> {
    let complete = previous?.completo ?? false;
    const revisado = previous?.revisado || stamp();
    let page = begin({ canton, desde: since || undefined }, signal);
    for (;;) {
      const next = await page.next;
      const following = next === null ? null : begin({ canton, desde: next }, signal);
      const kept = await keeper.page(await page.whole, { alcance, contacto: stamp(), revisado, completo: complete });
      complete = kept.reading.completo;
      onStored(kept);
      onRead(kept.reading);
      if (!following) return;
      page = following;
    }
  }

  const { clearsFirst, how, since } = planPull(from, alcance, { today: today(), thorough });
  if (clearsFirst) onStored(await keeper.empty());
  if (how !== 'feed') return compare(how === 'anew');
  try {
    await follow(since);
  } catch (error) {
    if (!refusedFor(error, 'epoch')) throw error;
    await compare(false);
  }
}

export async function pullLists(keeper: RemoteKeeper, signal: AbortSignal): Promise<void> {
  await keeper.keepLists(await callRoute<typeof syncedLists>(ROUTES.syncedLists, {}, { signal, behind: true }));
}
