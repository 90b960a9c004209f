import { and, count, eq, exists, inArray, type SQL, sql } from 'drizzle-orm';
import type { OutputOf } from '#domain/calls/define-call.ts';
import { type handOver as call, MAX_HANDED_OVER } from '#domain/calls/handover.ts';
import { AppError } from '#domain/errors.ts';
import { PERSON_KINDS, type PersonKind } from '#domain/journal/journal.ts';
import type { RoleName } from '#domain/roles.ts';
import type { Actor } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { recordTable } from '#server/db/record-tables.ts';
import { custodianOf, rol, traspaso, usuario, usuarioRol } from '#server/db/schema.ts';
import { ONE_ROW } from '#server/db/statement-parts.ts';
import { journalPart } from '#server/journal/entries.ts';

const RECEIVES: RoleName = 'ROLE_BRIGADA';

export const mayReceive = (db: Db): SQL<boolean> => {
  const held = db
    .select({ id: usuarioRol.rolId })
    .from(usuarioRol)
    .innerJoin(rol, eq(rol._id, usuarioRol.rolId))
    .where(and(eq(usuarioRol.usuarioId, usuario._id), eq(rol.name, RECEIVES)));
  return sql<boolean>`(${usuario.activo} and ${exists(held)})`;
};

export const bookletCountOf = (db: Db, user: SQL | string): SQL<number> => {
  const each = PERSON_KINDS.map((kind) => {
    const table = recordTable(kind);
    return sql`${db
      .select({ of: count() })
      .from(table)
      .where(sql`${custodianOf(table)} = ${user}`)}`;
  });
  return sql<number>`(${sql.join(each, sql` + `)})`.mapWith(Number);
};

type HandOverRequest = OutputOf<typeof call, 'body'>;

export interface HandOverResult {
  readonly traspasadas: number;
  /** Still to be handed over, of all booklets of an account. */
  readonly faltan: number;
  /** Chosen booklets that do not exist. */
  readonly ausentes: number;
  readonly receptor: string;
}

interface Held {
  readonly kind: PersonKind;
  readonly id: string;
  readonly from: string;
}

/** The name of the receiver, whose account is locked. @throws AppError invalid if it may not receive booklets */
async function receiverOf(inside: Db, { a }: HandOverRequest): Promise<string> {
  const [receiver] = await inside
    .select({ nombre: usuario.nombre, apellido: usuario.apellido })
    .from(usuario)
    .where(and(eq(usuario._id, a), mayReceive(inside)))
    .for('share', { of: usuario });
  if (receiver) return `${receiver.nombre} ${receiver.apellido}`;
  const msg = 'Elige una cuenta activa de brigada: esta no puede recibir libretas';
  throw new AppError('invalid', { problems: [{ msg, path: 'a' }] });
}

/** Locks the booklets in a fixed order, so that two concurrent hand-overs wait for each other without a deadlock. */
async function hold(inside: Db, { personas, de }: HandOverRequest): Promise<Held[]> {
  const held: Held[] = [];
  for (const kind of PERSON_KINDS) {
    const table = recordTable(kind);
    const rows = await inside
      .select({ id: table._id, from: custodianOf(table) })
      .from(table)
      .where(personas ? inArray(table._id, personas) : sql`${custodianOf(table)} = ${de}`)
      .orderBy(table._id)
      .limit(MAX_HANDED_OVER - held.length)
      .for('update');
    held.push(...rows.map((row) => ({ kind, ...row })));
    if (held.length === MAX_HANDED_OVER) break;
  }
  return held;
}

async function move(
  inside: Db,
  actor: Actor,
  { a, motivo }: HandOverRequest,
  kind: PersonKind,
  from: string,
  ids: string[],
) {
  const table = recordTable(kind);
  // Where the receiver recorded the booklet, the column is null again, as at the beginning.
  const moved = inside.$with('moved', {}).as(sql`update ${table} set custodio = nullif(${a}::uuid, created_by)
    where ${inArray(table._id, ids)} returning _id`);
  const id = sql`moved._id`;
  const content = { before: { custodio: from }, after: { custodio: a, motivo } };
  const entry = { action: 'traspasar', kind, about: id, person: id, ...content } as const;
  await inside
    .with(moved, journalPart(inside, actor, entry, sql`moved`))
    .select({ done: sql`1` })
    .from(ONE_ROW);
}

/** One transaction moves all booklets, or none. */
export function handOverBooklets(db: Db, actor: Actor, request: HandOverRequest): Promise<HandOverResult> {
  const { personas, de, a, motivo } = request;
  return db.transaction(async (inside) => {
    const receptor = await receiverOf(inside, request);
    if (de !== undefined && (await inside.$count(usuario, eq(usuario._id, de))) === 0)
      throw new AppError('invalid', { problems: [{ msg: 'Esta cuenta no existe', path: 'de' }] });
    const held = await hold(inside, request);
    if (personas && held.length === 0) throw new AppError('notFound');
    const moving = held.filter(({ from }) => from !== a);
    for (const from of new Set(moving.map((one) => one.from))) {
      const theirs = moving.filter((one) => one.from === from);
      for (const kind of PERSON_KINDS) {
        const ids = theirs.filter((one) => one.kind === kind).map(({ id }) => id);
        if (ids.length > 0) await move(inside, actor, request, kind, from, ids);
      }
      const all = theirs.map(({ id }) => id);
      await inside.insert(traspaso).values({ por: actor.id, de: from, a, motivo, libretas: all.length, personas: all });
    }
    const [left] = de === undefined ? [] : await inside.select({ faltan: bookletCountOf(inside, de) }).from(ONE_ROW);
    const ausentes = personas ? new Set(personas).size - held.length : 0;
    return { traspasadas: moving.length, faltan: left?.faltan ?? 0, ausentes, receptor };
  });
}
