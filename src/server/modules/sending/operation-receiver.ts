import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { and, eq } from 'drizzle-orm';
import type { Operation, RetainedReason } from '#domain/calls/operation.ts';
import type { Outcome } from '#domain/calls/sending.ts';
import { AppError, ERRORS, type ErrorCode } from '#domain/errors.ts';
import { can } from '#domain/roles.ts';
import { noteContact } from '#server/accounts/device-contacts.ts';
import { dbFault, isDiskFull, isUnavailable } from '#server/base/db-errors.ts';
import type { Actor } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { vaultTable } from '#server/db/schema.ts';
import { printOf } from '#server/modules/records/operation-print.ts';
import {
  applyOnce,
  type LockedPerson,
  personKindOfRecord,
  type Receipt,
  type Result,
  receiptOf,
  type SentOperation,
} from '#server/modules/records/operations.ts';
import { mayHandIn } from './handing-in.ts';
import type { Lane } from './lane.ts';
import {
  invalidField,
  laneSeeingAll,
  operationDefinition,
  performOperation,
  type RepositoryOf,
} from './perform-operation.ts';
import { retainedReasons, retainedStatus, retainOperation } from './retain.ts';
import { bookletStanding } from './standing.ts';

type WorkResult = Result<RetainedReason | null>;
type Work = (inside: Db, person: LockedPerson | null) => Promise<WorkResult>;

/** What the sender reads about a person who may be registered already, once supervision decided that she is not registered as sent. */
function decisionText(resultado: string, razon: string | null): string {
  if (resultado === 'traspasado')
    return 'Es la misma persona, y su libreta está a tu cargo: cuando baje a este equipo, pasa tus registros a ella.';
  if (resultado === 'borrado') return 'Los datos de esta persona se borraron: descarta lo que tienes de ella.';
  return `Supervisión revisó tu pedido y no lo aceptó${razon ? `: ${razon}` : '.'}`;
}

/** Errors that are not the operation's fault: they end the whole call, and the device repeats it. */
const ENDS_ALL: readonly ErrorCode[] = ['unavailable', 'noSpace', 'unauthenticated'];

function refusalOf(error: unknown): AppError | null {
  if (error instanceof AppError) return ENDS_ALL.includes(error.code) ? null : error;
  const fault = dbFault(error);
  return fault && (isUnavailable(fault) || isDiskFull(fault)) ? null : new AppError('internal');
}

interface SendingOptions {
  readonly db: Db;
  readonly repositoryOf: RepositoryOf;
  /** Called with how long the form of a new record was open. */
  readonly taken: (tipo: string, seconds: number | undefined, written: string) => void;
}

export type OperationReceiver = ReturnType<typeof createOperationReceiver>;

export function createOperationReceiver({ db, repositoryOf, taken }: SendingOptions) {
  const sentOf = ({ equipo }: Lane, operation: Operation): SentOperation => {
    const { op, persona, capturado, desfase } = operation;
    return { op, persona, equipo, capturado, desfase, print: printOf(operationDefinition(operation.tipo), operation) };
  };

  const done = (op: string, { sello, version }: Receipt): Outcome => ({
    ...{ op, estado: 'hecha' },
    ...(sello !== null && { sello }),
    ...(version !== null && { version }),
  });

  const outcomeOf = async (op: string, receipt: Receipt): Promise<Outcome> => {
    if (receipt.resultado === 'hecha') return done(op, receipt);
    const { motivo, resultado, razon = null } = (await retainedStatus(db, op)) ?? {};
    if (motivo === 'mismaPersona' && resultado)
      return { op, estado: 'rechazada', code: 'settled', motivo, message: decisionText(resultado, razon) };
    return { op, estado: 'retenida', ...(motivo && { motivo }) };
  };

  const refused = (op: string, { code, problems, row, author }: AppError): Outcome => ({
    ...{ op, estado: 'rechazada', code, message: problems ?? ERRORS[code].message },
    ...(row && { actual: row }),
    ...(author && { autor: author }),
  });

  /** @param failed called with unexpected errors; the other operations continue */
  const attempt = async (
    lane: Lane,
    operation: Operation,
    work: Work,
    failed: (error: unknown) => void,
  ): Promise<Outcome> => {
    const { op, tipo, persona, _id } = operation;
    // PGlite answers without yielding: without this, one call would block all other requests.
    await yieldToEventLoop();
    try {
      const definition = operationDefinition(tipo);
      if (!definition.parent && _id !== persona) throw invalidField('persona', 'Debe ser la misma persona');
      const result = await applyOnce(db, lane.actor, sentOf(lane, operation), personKindOfRecord(definition), work);
      if (result.before) return await outcomeOf(op, result.before);
      if (result.value === null) {
        if (operation.hace === 'crear') taken(tipo, operation.segundos, operation.capturado);
        return done(op, result.receipt);
      }
      return { op, estado: 'retenida', motivo: result.value };
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      if (refusal.code === 'internal') failed(error);
      return refused(op, refusal);
    }
  };

  const requireVault = async ({ actor, equipo }: Lane) => {
    const own = and(eq(vaultTable.usuario, actor.id), eq(vaultTable.equipo, equipo));
    const vaults = await db.select({ equipo: vaultTable.equipo }).from(vaultTable).where(own);
    if (vaults.length === 0) throw new AppError('notFound');
  };

  const applyingOf =
    (lane: Lane, operation: Operation): Work =>
    async (inside, person) => {
      const kind = personKindOfRecord(operationDefinition(operation.tipo));
      const standing = await bookletStanding(inside, lane, kind, operation, person);
      const common = { inside, repositoryOf, operation, person };
      if (standing === 'mayWrite') return { value: null, version: await performOperation({ ...common, lane }) };
      if (standing === 'late')
        return {
          value: null,
          version: await performOperation({ ...common, lane: laneSeeingAll(lane), late: person !== null }),
        };
      if (standing === 'deleted') return { value: null };
      if (standing === 'none') throw new AppError('notFound');
      return retainOperation(inside, lane, operation, standing, person);
    };

  const retainingOf =
    (lane: Lane, operation: Operation, reason: RetainedReason): Work =>
    (inside, person) =>
      retainOperation(inside, lane, operation, reason, person);

  /** The outcome of an operation that must wait: that of its receipt, if there is one. */
  const waits = async (lane: Lane, operation: Operation): Promise<Outcome> => {
    const { op } = operation;
    const before = async () => receiptOf(db, lane.actor, sentOf(lane, operation));
    const receipt = await before().catch((error: unknown) => {
      // Errors of the operation itself are reported when its turn comes.
      if (error instanceof AppError) return null;
      throw error;
    });
    return receipt ? outcomeOf(op, receipt) : { op, estado: 'enespera' };
  };

  return {
    /** Applies operations in order; after one that was not applied, later ones of the same booklet wait or are retained too. */
    async receive(
      actor: Actor,
      { equipo, operaciones }: { equipo: string; operaciones: readonly Operation[] },
      failed: (error: unknown) => void,
    ): Promise<Outcome[]> {
      const lane = { actor, equipo };
      await noteContact(db, lane);
      const people = [...new Set(operaciones.map(({ persona }) => persona))];
      const held = new Map<string, RetainedReason | 'enespera'>(await retainedReasons(db, lane, people));
      const outcomes: Outcome[] = [];
      for (const operation of operaciones) {
        const { persona } = operation;
        const reason = held.get(persona);
        // The person may be registered already: her records wait until a supervisor has decided.
        if (reason === 'enespera' || reason === 'mismaPersona') {
          outcomes.push(await waits(lane, operation));
          continue;
        }
        // A new record does not depend on retained writes before a hand-over: it is judged by itself.
        const behind = reason === 'traspasada' && operation.hace === 'crear' ? undefined : reason;
        const work = behind ? retainingOf(lane, operation, behind) : applyingOf(lane, operation);
        const outcome = await attempt(lane, operation, work, failed);
        outcomes.push(outcome);
        if (outcome.estado === 'rechazada') held.set(persona, 'enespera');
        if (outcome.estado === 'retenida' && outcome.motivo && !reason) await holdBack(held, outcome, persona);
      }
      return outcomes;
    },

    /** @throws AppError notFound if the actor never had a vault on the device, forbidden if the actor may send them itself */
    async handIn(
      actor: Actor,
      submission: { equipo: string; operaciones: readonly Operation[]; motivo: 'rol' | 'mismaPersona' },
      failed: (error: unknown) => void,
    ): Promise<Outcome[]> {
      const { equipo, operaciones, motivo } = submission;
      const lane = { actor, equipo };
      if (motivo === 'rol' && can(actor.roles, 'booklet')) throw new AppError('forbidden');
      await requireVault(lane);
      const outcomes: Outcome[] = [];
      for (const operation of operaciones) {
        const isPerson = operation.hace === 'crear' && operation._id === operation.persona;
        const work: Work = async (inside, person) => {
          if (motivo === 'mismaPersona' && !isPerson)
            throw invalidField('motivo', 'Solo quien se registra puede ser la misma persona');
          if (!(await mayHandIn(inside, actor, operation, person))) throw new AppError('notFound');
          return retainOperation(inside, lane, operation, motivo, person);
        };
        outcomes.push(await attempt(lane, operation, work, failed));
      }
      return outcomes;
    },
  };

  /** Later operations of a booklet wait behind a retained one, unless it is already decided. */
  async function holdBack(held: Map<string, RetainedReason | 'enespera'>, { op, motivo }: Outcome, persona: string) {
    const retained = await retainedStatus(db, op);
    if (motivo && retained?.resuelta === null) held.set(persona, motivo);
  }
}
