import { now } from '#domain/clock.ts';
import { PERSON_KINDS } from '#domain/journal/journal.ts';
import { recordDefinitionOf } from '#domain/sync/apply-operations.ts';
import type { SyncedBooklet } from '#domain/sync/booklet-page.ts';
import { isAppliedAtOnce, isNewPerson, isSameLane, lanesOf, type PendingOperation } from '#domain/sync/lane.ts';
import { warnOfMisdatedWork } from '#web/device/shown/device-warning.ts';
import type { OpenVault } from '#web/device/shown/open-vault.ts';
import { NEWS_MS } from '#web/device/shown/status-text.ts';
import { lastSent, waitingWork } from '#web/device/shown/waiting-work.ts';
import type { EndedOperation } from '#web/device/store/outbox-store.ts';
import { afterPaint } from '#web/lib/after-paint.ts';
import { DRAFT_LIFETIME_MS } from '#web/lib/drafts.ts';
import { logLoadFailure } from '#web/lib/load-failure.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { lastLargeCorrection, onClockMoved } from '#web/lib/server-clock.ts';
import { getSession } from '#web/lib/session.ts';
import type { BookletSource } from '#web/lib/source/booklet-source.ts';
import type { DeviceSide } from '#web/lib/source/choose-source.ts';
import type { KeptBooklets } from '#web/lib/source/device-source.ts';
import { createStore } from '#web/lib/store.ts';
import { watchLeaving } from './leaving.ts';
import { createMending } from './mending.ts';
import { hasDoubtfulDate, openOutbox } from './outbox.ts';
import { createOverlay } from './overlay.ts';
import { createSender } from './sender.ts';
import { deviceWrite } from './write.ts';

export type Work = Awaited<ReturnType<typeof beginWork>>;

export const currentWork = createStore<Work | null>(null);

interface Base extends Pick<KeptBooklets, 'rowsOf' | 'booklet'> {
  readonly isWhole: () => boolean;
  /** Whether the server's booklets had this program's fields at the last pull. */
  readonly sameFormat: () => boolean;
  readonly pull: () => void;
}

const nameOf = (person: unknown): string => {
  const { nombres = '', apellidos = '' } = (person ?? {}) as { nombres?: string; apellidos?: string };
  return `${nombres} ${apellidos}`.trim();
};

/** Change numbers exceed the safe integers of a JavaScript number. */
const isAtLeast = (cambio: string, sello: string) => BigInt(cambio) >= BigInt(sello);

/** An operation is kept this long after it was done when its booklet never arrives. */
const COMES_DOWN_MS = 10 * 60_000;

const CONFIRMATION_MS = 300;

const waitingIn = (lane: readonly PendingOperation[] = []) => lane.filter((one) => !isAppliedAtOnce(one));

const isDeletedPerson = ({ hace, _id, persona }: PendingOperation) => hace === 'eliminar' && _id === persona;

const isOld = (at: number) => now().getTime() - at > COMES_DOWN_MS;

/** @param isWanted whether the vault is still the open one: another may have been opened meanwhile */
export async function beginWork(vault: OpenVault, base: Base, isWanted = () => true) {
  const author = (): SyncedBooklet['custodio'] => {
    const { _id = vault.usuario, nombre = '', apellido = '', cedula = '' } = getSession() ?? {};
    return { _id, nombre, apellido, cedula };
  };
  /** The person's name: from the list, from the operation's values, or as it was when the operation was written; empty when unknown. */
  const quien = (one: PendingOperation): string => {
    const isPerson = ({ _id }: { _id: string }) => _id === one.persona;
    const row = overlay.rowsOf('nino').find(isPerson) ?? overlay.rowsOf('mujer').find(isPerson);
    const { parent } = recordDefinitionOf(one.tipo);
    return nameOf(row) || (!parent && nameOf(one.valores ?? one.antes)) || one.quien || '';
  };
  const outbox = await openOutbox(vault, quien, { afterConfirming: (rest) => void afterPaint().then(rest), isWanted });
  const overlay = createOverlay(base, outbox.shown, author);
  /** Records that were created here and left the outbox while a draft of them may be stored. */
  const created = new Set<string>();
  const noteCreated = async () => {
    for (const _id of await outbox.createdSince(now().getTime() - DRAFT_LIFETIME_MS)) created.add(_id);
  };
  await overlay.follow().catch((error) => {
    outbox.close();
    throw error;
  });

  /** Ends operations whose result has arrived with the booklet. */
  async function settle(): Promise<void> {
    const ended = new Map<string, EndedOperation['como']>();
    const deleted = new Set(outbox.shown().flatMap((one) => (one.hecha && isDeletedPerson(one) ? one.persona : [])));
    for (const one of outbox.shown()) {
      if (!one.hecha) continue;
      const cambio = await outbox.changeOf(one.persona);
      const isThere = cambio !== null && isAtLeast(cambio, one.hecha.sello);
      // A new person may come with a later page, or once older transactions of the server have ended.
      const isPartial = !base.isWhole() && !(isAppliedAtOnce(one) && isNewPerson(one));
      const isOver = one.hace === 'eliminar' || deleted.has(one.persona) || isPartial || isOld(one.hecha.en);
      const isGone = cambio === null && isOver;
      if (isThere || isGone) ended.set(one.op, 'enviada');
    }
    if (ended.size > 0) await outbox.end(ended);
  }

  const sender = createSender(vault, outbox, () => base.pull());
  const failed = (error: unknown) => logLoadFailure('lo que espera en este equipo', error);
  const send = () => void sender.send().catch(failed);
  const sendWaiting = () => void sender.sendWaiting().catch(failed);

  async function noteSent(): Promise<void> {
    const done = outbox.all().map(({ hecha }) => hecha?.en ?? 0);
    const over = await outbox.lastSent(now().getTime() - NEWS_MS);
    if (isWanted()) lastSent.set(Math.max(lastSent.get(), over, ...done));
  }

  let lastLanes = lanesOf(outbox.shown());
  let renewTimer: ReturnType<typeof setTimeout> | undefined;
  const stopFollowing = waitingWork.subscribe(() => {
    const before = lastLanes;
    lastLanes = lanesOf(outbox.shown());
    const changed = [...new Set([...before.keys(), ...lastLanes.keys()])].filter(
      (persona) => !isSameLane(before.get(persona), lastLanes.get(persona)),
    );
    if (changed.length === 0) return;
    for (const { hecha, hace, _id } of changed.flatMap((persona) => before.get(persona) ?? []))
      if (hecha && hace === 'crear') created.add(_id);
    const stillPending = ({ op, persona }: PendingOperation) =>
      lastLanes.get(persona)?.some((one) => one.op === op && !one.hecha);
    if (changed.some((persona) => before.get(persona)?.some((one) => !stillPending(one))))
      void noteSent().catch(failed);
    // What was applied at once is already on the screen, as the server answered it.
    const renews = changed.some(
      (persona) => !isSameLane(waitingIn(before.get(persona)), waitingIn(lastLanes.get(persona))),
    );
    void overlay
      .follow(changed)
      .then(() => {
        if (!renews) return;
        // Renews once for several changes, and not while the confirmation of a save is being shown.
        clearTimeout(renewTimer);
        renewTimer = setTimeout(() => void queryClient.invalidateQueries(), CONFIRMATION_MS);
      })
      .catch(failed);
  });
  const warnIfMisdated = () => {
    const correction = lastLargeCorrection();
    const doubtful = outbox.all().filter((one) => !one.hecha && hasDoubtfulDate(one));
    if (correction) warnOfMisdatedWork(doubtful.length, correction);
  };
  warnIfMisdated();
  const stops = [stopFollowing, watchLeaving(), onClockMoved(warnIfMisdated)];
  void outbox.reserve().catch(() => undefined);
  await Promise.all([noteSent(), noteCreated()]).catch(() => undefined);

  return {
    overlay,
    send,
    sendWaiting,
    sendNow: sender.sendNow,
    sendingEnded: sender.ended,
    ended: outbox.ended,
    outbox,
    quien,
    hasDoubtfulDate,
    mend: createMending(outbox, overlay, sender),

    /** Whether pending work is missing from the server's answer. */
    knowsMore: (queryKey: readonly unknown[]): boolean => {
      if (!overlay.hasPending()) return false;
      return base.isWhole() || queryKey.some((part) => typeof part === 'string' && overlay.isPending(part));
    },

    writeFrom: (reads: BookletSource): DeviceSide['write'] =>
      deviceWrite(outbox, overlay, reads, send, base.sameFormat),

    /** Whether a new record is stored here or was sent. */
    holds: (_id: string): boolean =>
      created.has(_id) ||
      outbox.shown().some((one) => one._id === _id && one.hace === 'crear') ||
      PERSON_KINDS.some((kind) => overlay.rowsOf(kind).some((row) => row._id === _id)),

    async came(changed: readonly string[]): Promise<void> {
      overlay.changed(changed);
      await settle();
      await overlay.follow(changed.filter(overlay.waits));
    },

    close(): void {
      clearTimeout(renewTimer);
      for (const stop of stops) stop();
      sender.close();
      outbox.close();
      if (isWanted()) lastSent.set(0);
    },
  };
}
