import { setImmediate as othersFirst } from 'node:timers/promises';
import { and, eq } from 'drizzle-orm';
import type { Operation, RetainedReason } from '#domain/calls/operation.ts';
import type { Outcome } from '#domain/calls/sending.ts';
import { AppError, ERRORS, type ErrorCode } from '#domain/errors.ts';
import { can } from '#domain/roles.ts';
import { noteContact } from '#server/accounts/device-contacts.ts';
import { dbFault, isDiskFull, isUnavailable } from '#server/base/db-errors.ts';
import type { Actor } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { boveda } from '#server/db/schema.ts';
import { printOf } from '#server/modules/records/operation-print.ts';
import {
  type HeldPerson,
  once,
  personKindOf,
  type Receipt,
  type Result,
  receiptOf,
  type Sent,
} from '#server/modules/records/operations.ts';
import { mayHandIn } from './handing-in.ts';
import type { Lane } from './lane.ts';
import { definitionOf, invalid, perform, type RepositoryOf, trusted } from './perform.ts';
import { retain, retainedAs, waitingLanes } from './retain.ts';
import { standingOf } from './standing.ts';

/** What comes of an operation while it is done: nothing more to say of it, or why it was handed on. */
type Done = Result<RetainedReason | null>;
type Work = (inside: Db, person: HeldPerson | null) => Promise<Done>;

/** Whose fault it is not, and what ends the whole call: it is made again. */
const ENDS_ALL: readonly ErrorCode[] = ['unavailable', 'noSpace', 'unauthenticated'];

function refusalOf(error: unknown): AppError | null {
  if (error instanceof AppError) return ENDS_ALL.includes(error.code) ? null : error;
  const fault = dbFault(error);
  return fault && (isUnavailable(fault) || isDiskFull(fault)) ? null : new AppError('internal');
}

interface SendingOptions {
  readonly db: Db;
  readonly repositoryOf: RepositoryOf;
}

export type Sending = ReturnType<typeof createSending>;

/** What devices send: each operation for itself, those of one booklet in their order. */
export function createSending({ db, repositoryOf }: SendingOptions) {
  const sentOf = ({ equipo }: Lane, operation: Operation): Sent => {
    const { op, persona, capturado, desfase } = operation;
    return { op, persona, equipo, capturado, desfase, print: printOf(definitionOf(operation.tipo), operation) };
  };

  const done = (op: string, { sello, version }: Receipt): Outcome => ({
    ...{ op, estado: 'hecha' },
    ...(sello !== null && { sello }),
    ...(version !== null && { version }),
  });

  const told = async (op: string, receipt: Receipt): Promise<Outcome> => {
    if (receipt.resultado === 'hecha') return done(op, receipt);
    const retained = await retainedAs(db, op);
    return { op, estado: 'retenida', ...(retained && { motivo: retained.motivo }) };
  };

  const refused = (op: string, { code, problems, row, author }: AppError): Outcome => ({
    ...{ op, estado: 'rechazada', code, message: problems ?? ERRORS[code].message },
    ...(row && { actual: row }),
    ...(author && { autor: author }),
  });

  /** @param failed told what nobody meant to be an answer; the other operations go on */
  const attempt = async (
    lane: Lane,
    operation: Operation,
    work: Work,
    failed: (error: unknown) => void,
  ): Promise<Outcome> => {
    const { op, tipo, persona, _id } = operation;
    // The embedded database answers before anything else is read: without this a whole call would hold up all other requests.
    await othersFirst();
    try {
      const definition = definitionOf(tipo);
      if (!definition.parent && _id !== persona) throw invalid('persona', 'Debe ser la misma persona');
      const result = await once(db, lane.actor, sentOf(lane, operation), personKindOf(definition), work);
      if (result.before) return await told(op, result.before);
      if (result.value === null) return done(op, result.receipt);
      return { op, estado: 'retenida', motivo: result.value };
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      if (refusal.code === 'internal') failed(error);
      return refused(op, refusal);
    }
  };

  const requireVault = async ({ actor, equipo }: Lane) => {
    const own = and(eq(boveda.usuario, actor.id), eq(boveda.equipo, equipo));
    const found = await db.select({ equipo: boveda.equipo }).from(boveda).where(own);
    if (found.length === 0) throw new AppError('notFound');
  };

  const doing =
    (lane: Lane, operation: Operation): Work =>
    async (inside, person) => {
      const kind = personKindOf(definitionOf(operation.tipo));
      const standing = await standingOf(inside, lane, kind, operation, person);
      const common = { inside, repositoryOf, operation, person };
      if (standing === 'hers') return { value: null, version: await perform({ ...common, lane }) };
      if (standing === 'late')
        return { value: null, version: await perform({ ...common, lane: trusted(lane), late: person !== null }) };
      if (standing === 'gone') return { value: null };
      if (standing === 'none') throw new AppError('notFound');
      return retain(inside, lane, operation, standing, person);
    };

  const handingIn =
    (lane: Lane, operation: Operation, reason: RetainedReason): Work =>
    (inside, person) =>
      retain(inside, lane, operation, reason, person);

  /** Of an operation that has to wait: what came of it before, if anything did. */
  const waits = async (lane: Lane, operation: Operation): Promise<Outcome> => {
    const { op } = operation;
    const before = async () => receiptOf(db, lane.actor, sentOf(lane, operation));
    const receipt = await before().catch((error: unknown) => {
      // Of an id that stands for something else, and of what holds too much, its turn tells.
      if (error instanceof AppError) return null;
      throw error;
    });
    return receipt ? told(op, receipt) : { op, estado: 'enespera' };
  };

  return {
    /** Does one after the other; after one that was not done those of the same booklet wait, or are handed on as well. */
    async receive(
      actor: Actor,
      { equipo, operaciones }: { equipo: string; operaciones: readonly Operation[] },
      failed: (error: unknown) => void,
    ): Promise<Outcome[]> {
      const lane = { actor, equipo };
      await noteContact(db, lane);
      const people = [...new Set(operaciones.map(({ persona }) => persona))];
      const held = new Map<string, RetainedReason | 'enespera'>(await waitingLanes(db, lane, people));
      const outcomes: Outcome[] = [];
      for (const operation of operaciones) {
        const { persona } = operation;
        const why = held.get(persona);
        // Records of whoever is somebody else's already have no place before supervision has decided.
        if (why === 'enespera' || why === 'mismaPersona') {
          outcomes.push(await waits(lane, operation));
          continue;
        }
        // A new record needs nothing of what was retained before it: whether it may still come is for itself to say.
        const behind = why === 'traspasada' && operation.hace === 'crear' ? undefined : why;
        const work = behind ? handingIn(lane, operation, behind) : doing(lane, operation);
        const outcome = await attempt(lane, operation, work, failed);
        outcomes.push(outcome);
        if (outcome.estado === 'rechazada') held.set(persona, 'enespera');
        if (outcome.estado === 'retenida' && outcome.motivo && !why) await holdBack(held, outcome, persona);
      }
      return outcomes;
    },

    /**
     * Hands everything to supervision.
     * @throws AppError notFound where the actor never kept anything on the device, forbidden where she may do it herself
     */
    async handIn(
      actor: Actor,
      asked: { equipo: string; operaciones: readonly Operation[]; motivo: 'rol' | 'mismaPersona' },
      failed: (error: unknown) => void,
    ): Promise<Outcome[]> {
      const { equipo, operaciones, motivo } = asked;
      const lane = { actor, equipo };
      if (motivo === 'rol' && can(actor.roles, 'booklet')) throw new AppError('forbidden');
      await requireVault(lane);
      const outcomes: Outcome[] = [];
      for (const operation of operaciones) {
        const isPerson = operation.hace === 'crear' && operation._id === operation.persona;
        const work: Work = async (inside, person) => {
          if (motivo === 'mismaPersona' && !isPerson)
            throw invalid('motivo', 'Solo quien se registra puede ser la misma persona');
          if (!(await mayHandIn(inside, actor, operation, person))) throw new AppError('notFound');
          return retain(inside, lane, operation, motivo, person);
        };
        outcomes.push(await attempt(lane, operation, work, failed));
      }
      return outcomes;
    },
  };

  /** What comes later in a booklet waits behind what supervision has; not behind what it has decided on. */
  async function holdBack(held: Map<string, RetainedReason | 'enespera'>, { op, motivo }: Outcome, persona: string) {
    const retained = await retainedAs(db, op);
    if (motivo && retained?.resuelta === null) held.set(persona, motivo);
  }
}
