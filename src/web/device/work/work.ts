import { now } from '#domain/clock.ts';
import { definitionOf } from '#domain/sync/apply-operations.ts';
import type { SyncedBooklet } from '#domain/sync/booklet-page.ts';
import { lanesOf, sameLane, type Waiting } from '#domain/sync/lane.ts';
import type { OpenVault } from '#web/device/shown/open-vault.ts';
import { lastSent, waitingWork } from '#web/device/shown/waiting-work.ts';
import { NEWS_MS } from '#web/device/shown/words.ts';
import type { Ended } from '#web/device/store/outbox-store.ts';
import { logLoadFailure } from '#web/lib/load-failure.ts';
import { painted } from '#web/lib/painted.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { onServerBack } from '#web/lib/server-reach.ts';
import { getSession } from '#web/lib/session.ts';
import type { BookletReads } from '#web/lib/source/booklet-source.ts';
import type { DeviceSide } from '#web/lib/source/choose-source.ts';
import type { KeptBooklets } from '#web/lib/source/device-source.ts';
import { createStore } from '#web/lib/store.ts';
import { watchLeaving } from './leaving.ts';
import { createMending } from './mending.ts';
import { openOutbox } from './outbox.ts';
import { createOverlay } from './overlay.ts';
import { createSender } from './sender.ts';
import { deviceWrite } from './write.ts';

/** What is done with what waits, for whoever's vault is open. */
export type Work = Awaited<ReturnType<typeof beginWork>>;

export const currentWork = createStore<Work | null>(null);

interface Base extends Pick<KeptBooklets, 'rowsOf' | 'booklet'> {
  /** Whether all that she may see is here. */
  readonly isWhole: () => boolean;
  /** Has what the server did come down. */
  readonly pull: () => void;
}

const nameOf = (person: unknown): string => {
  const { nombres = '', apellidos = '' } = (person ?? {}) as { nombres?: string; apellidos?: string };
  return `${nombres} ${apellidos}`.trim();
};

/** A change of the server's, against another: as numbers, which they are. */
const isAtLeast = (cambio: string, sello: string) => BigInt(cambio) >= BigInt(sello);

/** So long after it was done something that never comes down is still waited for. */
const COMES_DOWN_MS = 10 * 60_000;

/** So long it takes at most until what was saved is told. */
const TELLING_MS = 300;

const isOld = (at: number) => now().getTime() - at > COMES_DOWN_MS;

/** @throws DOMException where the browser keeps nothing */
export async function beginWork(vault: OpenVault, base: Base) {
  const author = (): SyncedBooklet['custodio'] => {
    const { _id = vault.usuario, nombre = '', apellido = '', cedula = '' } = getSession() ?? {};
    return { _id, nombre, apellido, cedula };
  };
  /** Of a person, whom one knows from the list, or from what is about her or him. */
  const quien = (one: Waiting): string => {
    const isHer = ({ _id }: { _id: string }) => _id === one.persona;
    const known = overlay.rowsOf('nino').find(isHer) ?? overlay.rowsOf('mujer').find(isHer);
    return nameOf(known) || (definitionOf(one.tipo).parent ? '' : nameOf(one.valores ?? one.antes));
  };
  const outbox = await openOutbox(vault, quien, (rest) => void painted().then(rest));
  const overlay = createOverlay(base, outbox.all, author);
  await overlay.follow();

  /** What the server has, and what came down shows, waits no longer. */
  async function settle(): Promise<void> {
    const ended = new Map<string, Ended['como']>();
    for (const one of outbox.all()) {
      if (!one.hecha) continue;
      const cambio = await outbox.changeOf(one.persona);
      const isThere = cambio !== null && isAtLeast(cambio, one.hecha.sello);
      const isGone = cambio === null && (one.hace === 'eliminar' || !base.isWhole() || isOld(one.hecha.en));
      if (isThere || isGone) ended.set(one.op, 'enviada');
    }
    if (ended.size > 0) await outbox.end(ended);
  }

  const sender = createSender(vault, outbox, () => base.pull());
  const failed = (error: unknown) => logLoadFailure('lo que espera en este equipo', error);
  const send = () => void sender.send().catch(failed);

  /** Also what another tab sent. */
  async function noteSent(): Promise<void> {
    const done = outbox.all().map(({ hecha }) => hecha?.en ?? 0);
    const over = await outbox.lastSent(now().getTime() - NEWS_MS);
    lastSent.set(Math.max(lastSent.get(), over, ...done));
  }

  let seen = lanesOf(outbox.all());
  let reading: ReturnType<typeof setTimeout> | undefined;
  /** In whatever page it was changed: screens follow. */
  const followed = waitingWork.subscribe(() => {
    const before = seen;
    seen = lanesOf(outbox.all());
    const changed = [...new Set([...before.keys(), ...seen.keys()])].filter(
      (persona) => !sameLane(before.get(persona), seen.get(persona)),
    );
    if (changed.length === 0) return;
    const goesOn = ({ op, persona }: Waiting) => seen.get(persona)?.some((one) => one.op === op && !one.hecha);
    if (changed.some((persona) => before.get(persona)?.some((one) => !goesOn(one)))) void noteSent().catch(failed);
    void overlay
      .follow(changed)
      .then(() => {
        // Several changes are read at once, and never while what was just saved is being told.
        clearTimeout(reading);
        reading = setTimeout(() => void queryClient.invalidateQueries(), TELLING_MS);
      })
      .catch(failed);
  });
  const stops = [followed, onServerBack(send), watchLeaving()];
  const look = () => {
    if (document.visibilityState === 'visible') send();
  };
  document.addEventListener('visibilitychange', look);
  void outbox.reserve().catch(() => undefined);
  await noteSent().catch(() => undefined);

  return {
    overlay,
    send,
    sendNow: sender.sendNow,
    ended: outbox.ended,
    outbox,
    /** Whom an operation is about; empty where nobody knows. */
    quien,
    mend: createMending(outbox, overlay, sender),

    /** Whether something of what is asked waits here, and the server's answer would be without it. */
    knowsMore: (queryKey: readonly unknown[]): boolean => {
      if (overlay.isEmpty()) return false;
      return base.isWhole() || queryKey.some((part) => typeof part === 'string' && overlay.waits(part));
    },

    writeFrom: (reads: BookletReads): DeviceSide['write'] => deviceWrite(outbox, overlay, reads, send),

    holds: (_id: string): boolean => outbox.all().some((one) => one._id === _id && one.hace === 'crear'),

    /** What came down of these people takes the place of what waited. */
    async came(changed: readonly string[]): Promise<void> {
      overlay.changed(changed);
      await settle();
      await overlay.follow(changed.filter(overlay.waits));
    },

    close(): void {
      clearTimeout(reading);
      for (const stop of stops) stop();
      document.removeEventListener('visibilitychange', look);
      sender.close();
      outbox.close();
      lastSent.set(0);
    },
  };
}
