import { and, count, eq, exists, inArray, type SQL, sql } from 'drizzle-orm';
import type { OutputOf } from '#domain/calls/define-call.ts';
import { type handOver as call, MOST_AT_ONCE } from '#domain/calls/handover.ts';
import { AppError } from '#domain/errors.ts';
import { PERSON_KINDS, type PersonKind } from '#domain/journal/journal.ts';
import type { RoleName } from '#domain/roles.ts';
import type { Actor } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { ONCE } from '#server/db/parts.ts';
import { recordTable } from '#server/db/record-tables.ts';
import { custodianOf, rol, traspaso, usuario, usuarioRol } from '#server/db/schema.ts';
import { journalPart } from '#server/journal/entries.ts';

const RECEIVES: RoleName = 'ROLE_BRIGADA';

/** Whether an account may have booklets: it is there, and of a brigade. */
export const receives = (db: Db): SQL<boolean> => {
  const held = db
    .select({ id: usuarioRol.rolId })
    .from(usuarioRol)
    .innerJoin(rol, eq(rol._id, usuarioRol.rolId))
    .where(and(eq(usuarioRol.usuarioId, usuario._id), eq(rol.name, RECEIVES)));
  return sql<boolean>`(${usuario.activo} and ${exists(held)})`;
};

/** How many booklets are with somebody now. */
export const bookletsOf = (db: Db, user: SQL | string): SQL<number> => {
  const each = PERSON_KINDS.map((kind) => {
    const table = recordTable(kind);
    return sql`${db
      .select({ of: count() })
      .from(table)
      .where(sql`${custodianOf(table)} = ${user}`)}`;
  });
  return sql<number>`(${sql.join(each, sql` + `)})`.mapWith(Number);
};

type Asked = OutputOf<typeof call, 'body'>;

export interface Handed {
  readonly traspasadas: number;
  /** How many are still to be handed over, of all that somebody has. */
  readonly faltan: number;
  /** Of those chosen how many are not there. */
  readonly ausentes: number;
  /** How whoever has them now is called. */
  readonly receptor: string;
}

/** A booklet that nobody else hands over or writes in until this is done. */
interface Held {
  readonly kind: PersonKind;
  readonly id: string;
  readonly from: string;
}

/** Who is to have them; as she is now, until this is done. @throws AppError invalid when she cannot have any */
async function receiverOf(inside: Db, { a }: Asked): Promise<string> {
  const [receiver] = await inside
    .select({ nombre: usuario.nombre, apellido: usuario.apellido })
    .from(usuario)
    .where(and(eq(usuario._id, a), receives(inside)))
    .for('share', { of: usuario });
  if (receiver) return `${receiver.nombre} ${receiver.apellido}`;
  const msg = 'Elige una cuenta activa de brigada: esta no puede recibir libretas';
  throw new AppError('invalid', { problems: [{ msg, path: 'a' }] });
}

/** Locks what was asked for, women first and each kind in the order of ids, so that two at once wait for each other and no more. */
async function hold(inside: Db, { personas, de }: Asked): Promise<Held[]> {
  const held: Held[] = [];
  for (const kind of PERSON_KINDS) {
    const table = recordTable(kind);
    const rows = await inside
      .select({ id: table._id, from: custodianOf(table) })
      .from(table)
      .where(personas ? inArray(table._id, personas) : sql`${custodianOf(table)} = ${de}`)
      .orderBy(table._id)
      .limit(MOST_AT_ONCE - held.length)
      .for('update');
    held.push(...rows.map((row) => ({ kind, ...row })));
    if (held.length === MOST_AT_ONCE) break;
  }
  return held;
}

/** Moves those of one kind that come from one account, and notes it in the history of each. */
async function move(inside: Db, actor: Actor, { a, motivo }: Asked, kind: PersonKind, from: string, ids: string[]) {
  const table = recordTable(kind);
  // With whoever recorded it nobody else has it: that is how a booklet begins.
  const moved = inside.$with('moved', {}).as(sql`update ${table} set custodio = nullif(${a}::uuid, created_by)
    where ${inArray(table._id, ids)} returning _id`);
  const id = sql`moved._id`;
  const content = { before: { custodio: from }, after: { custodio: a, motivo } };
  const entry = { action: 'traspasar', kind, about: id, person: id, ...content } as const;
  await inside
    .with(moved, journalPart(inside, actor, entry, sql`moved`))
    .select({ done: sql`1` })
    .from(ONCE);
}

/** See the call: what is to be moved is moved in one transaction, or nothing is. */
export function handOver(db: Db, actor: Actor, asked: Asked): Promise<Handed> {
  const { personas, de, a, motivo } = asked;
  return db.transaction(async (inside) => {
    const receptor = await receiverOf(inside, asked);
    if (de !== undefined && (await inside.$count(usuario, eq(usuario._id, de))) === 0)
      throw new AppError('invalid', { problems: [{ msg: 'Esta cuenta no existe', path: 'de' }] });
    const held = await hold(inside, asked);
    if (personas && held.length === 0) throw new AppError('notFound');
    const moving = held.filter(({ from }) => from !== a);
    for (const from of new Set(moving.map((one) => one.from))) {
      const theirs = moving.filter((one) => one.from === from);
      for (const kind of PERSON_KINDS) {
        const ids = theirs.filter((one) => one.kind === kind).map(({ id }) => id);
        if (ids.length > 0) await move(inside, actor, asked, kind, from, ids);
      }
      const all = theirs.map(({ id }) => id);
      await inside.insert(traspaso).values({ por: actor.id, de: from, a, motivo, libretas: all.length, personas: all });
    }
    const [left] = de === undefined ? [] : await inside.select({ faltan: bookletsOf(inside, de) }).from(ONCE);
    const ausentes = personas ? new Set(personas).size - held.length : 0;
    return { traspasadas: moving.length, faltan: left?.faltan ?? 0, ausentes, receptor };
  });
}
