import { clockBehind, now } from '#domain/clock.ts';
import { storedWriteState, writeTarget } from '#domain/device/routing.ts';
import { ERRORS } from '#domain/errors.ts';
import { describeChanges } from '#domain/journal/describe-change.ts';
import { newId } from '#domain/new-id.ts';
import { toFlat, toNested } from '#domain/records/define-record.ts';
import type { LaneRefusal, NewOperation } from '#domain/sync/lane.ts';
import { NewerDatabase } from '#web/device/store/database-versions.ts';
import { ApiError, failureOf } from '#web/lib/api-errors.ts';
import { logLoadFailure } from '#web/lib/load-failure.ts';
import { serverReachable } from '#web/lib/server-reach.ts';
import type { BookletSource } from '#web/lib/source/booklet-source.ts';
import type { DeviceSide, Write } from '#web/lib/source/choose-source.ts';
import type { Outbox } from './outbox.ts';
import type { Overlay } from './overlay.ts';

const PATIENCE_MS = 8_000;

const KEPT_HERE = {
  crear: 'Guardado en este equipo. Se enviará cuando haya señal.',
  reemplazar: 'Guardado en este equipo. Se enviará cuando haya señal.',
  eliminar: 'Eliminado en este equipo. Se enviará cuando haya señal.',
} as const;

class NoRoom extends Error {
  constructor() {
    super('Este equipo no tiene espacio para guardar más. Envía lo que tienes o libera espacio, y guarda otra vez.');
    this.name = 'NoRoom';
  }
}

/** A newer version in another tab has closed the database of this page. */
class OldPage extends Error {
  constructor() {
    super('Otra pestaña abrió una versión más nueva de la Libreta. Recarga esta página y guarda otra vez.');
    this.name = 'OldPage';
  }
}

/** A database that the browser closed, as it does when the disk is full, raises other errors (see stores.ts). */
const hasLetGo = (error: unknown) =>
  error instanceof NewerDatabase || (error instanceof DOMException && error.name === 'InvalidStateError');

const personaOf = (write: Write<unknown>) => ('parentId' in write.about && write.about.parentId) || write.about._id;

async function shownNow(reads: BookletSource, write: Write<unknown>): Promise<Record<string, unknown> | undefined> {
  const { definition, _id } = write.about;
  try {
    if (!definition.parent) return await reads.one(definition, _id, {});
    return (await reads.of(definition, personaOf(write), {})).find((row) => row._id === _id);
  } catch {
    return undefined;
  }
}

/** The record as its author saw it: an edit's form may have been opened before another tab saved. */
async function recordBefore(reads: BookletSource, write: Write<unknown>): Promise<Record<string, unknown> | undefined> {
  if (write.hace === 'eliminar') return shownNow(reads, write);
  return write.hace === 'reemplazar' ? write.about.seen : undefined;
}

/** Answers like the server's `outdated`, so that the form offers the pending values. */
async function refusalOf(
  { why, campos, waiting }: LaneRefusal,
  reads: BookletSource,
  write: Write<unknown>,
): Promise<ApiError> {
  if (why === 'idTaken' || write.hace !== 'reemplazar') return new ApiError(ERRORS.idTaken.status, { code: 'idTaken' });
  const { definition, _id, version } = write.about;
  const waits = toFlat(definition, waiting.valores ?? {});
  const changes = campos.map((campo) => ({ campo, antes: null, despues: waits[campo] ?? null }));
  const kept = describeChanges(definition.key, changes).map(({ label, despues }) => `${label}: ${despues}`);
  const what = kept.length > 0 ? ` (${kept.join(', ')})` : '';
  return new ApiError(ERRORS.outdated.status, {
    ...(await shownNow(reads, write)),
    ...waits,
    ...{ _id, version, code: 'outdated' },
    message: `Ya guardaste otro cambio de estos datos en este equipo${what}. Carga los datos actuales, deja lo que vale y guarda otra vez.`,
  });
}

async function operationOf(write: Write<unknown>, reads: BookletSource, sello: string | null): Promise<NewOperation> {
  const { hace, about } = write;
  const { definition, _id } = about;
  const antes = await recordBefore(reads, write);
  return {
    ...{ op: newId(), persona: personaOf(write), hace, tipo: definition.key, _id },
    ...(sello === null ? {} : { sello }),
    ...(hace === 'reemplazar' ? { version: about.version } : {}),
    ...(hace === 'crear' && about.segundos !== undefined ? { segundos: about.segundos } : {}),
    ...(hace === 'eliminar' ? {} : { campos: [...definition.fieldNames], valores: toNested(definition, about.values) }),
    ...{ capturado: now().toISOString(), desfase: clockBehind(), antes },
  };
}

/** Stores a write before sending it, so that it is sent exactly once. Without the server, or behind pending work, it is sent later. */
export function deviceWrite(
  outbox: Outbox,
  overlay: Overlay,
  reads: BookletSource,
  send: () => void,
  sameFormat: () => boolean,
): DeviceSide['write'] {
  async function keepHere<T>(write: Write<T>, one: NewOperation): Promise<T & { message: string }> {
    const kept = await outbox.add(one).catch((error: unknown) => {
      logLoadFailure('lo que se guarda en este equipo', error);
      throw hasLetGo(error) ? new OldPage() : new NoRoom();
    });
    if (typeof kept === 'object') throw await refusalOf(kept, reads, write);
    return shownOf(write);
  }

  async function shownOf<T>(write: Write<T>): Promise<T & { message: string }> {
    const shown = overlay
      .follow([personaOf(write)])
      .catch((error: unknown) => logLoadFailure('lo que se muestra de este equipo', error));
    // A new person must appear in lists at once; for her records the confirmation does not wait for the lists.
    if (!write.about.definition.parent) await shown;
    send();
    return { ...(await write.shown(reads)), message: KEPT_HERE[write.hace] };
  }

  /** What the disk keeps after a failure is sent again under its id. */
  const withdraw = (op: string) =>
    outbox.withdraw(op).catch((error: unknown) => logLoadFailure('lo que espera en este equipo', error));

  /** The signal may be lost before the booklet with it is pulled. */
  const keepUntilPulled = (op: string, sello: string, saved: object) => {
    const version = 'version' in saved && typeof saved.version === 'number' ? saved.version : undefined;
    return outbox
      .applied(op, { sello, version })
      .catch((error: unknown) => logLoadFailure('lo que espera en este equipo', error));
  };

  async function sendAtOnce<T>(write: Write<T>, one: NewOperation): Promise<T & { message: string }> {
    const kept = await outbox.add(one, true).catch((error: unknown) => {
      logLoadFailure('lo que se guarda en este equipo', error);
      return null;
    });
    if (!kept) return write.remote();
    if (typeof kept === 'object') throw await refusalOf(kept, reads, write);
    if (kept === 'joined') return shownOf(write);
    try {
      let sello: string | null = null;
      const onStamp = (stamp: string | null) => {
        sello = stamp;
      };
      const saved = await write.remote({ operation: one.op, timeoutMs: PATIENCE_MS, onStamp });
      await (sello === null ? withdraw(one.op) : keepUntilPulled(one.op, sello, saved));
      return saved;
    } catch (error) {
      if (storedWriteState(failureOf(error)) === 'waits') {
        outbox.release(one.op);
        return shownOf(write);
      }
      await withdraw(one.op);
      throw error;
    }
  }

  return async (write) => {
    const persona = personaOf(write);
    const one = await operationOf(write, reads, await overlay.changeOf(persona).catch(() => null));
    const all = outbox.all();
    const own = all.some((other) => other.persona === persona);
    const situation = { reachable: serverReachable(), waiting: all.length, own, sameFormat: sameFormat() };
    const side = writeTarget(situation);
    return side === 'device' ? keepHere(write, one) : sendAtOnce(write, one);
  };
}
