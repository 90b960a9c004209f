import { randomBytes } from 'node:crypto';
import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { BOOKLET_CODE } from '#domain/booklet-code.ts';
import { AppError } from '#domain/errors.ts';
import { PERSON_KINDS, type PersonKind } from '#domain/journal/journal.ts';
import { type Actor, visibleCreator } from '#server/calls/actor.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { recordTable } from '#server/db/record-tables.ts';
import { bookletCode, custodianOf, libreta } from '#server/db/schema.ts';
import { note } from '#server/journal/entries.ts';

const CODE_BYTES = 16;
const newCode = () => randomBytes(CODE_BYTES).toString('base64url');

const { persona, codigo } = bookletCode;

export type CodeRepository = ReturnType<typeof createCodeRepository>;

/** @param room whether the disk has room: a code is made while reading, which no plugin refuses */
export function createCodeRepository(db: Db, room: Database['room']) {
  const visible = (actor: Actor, kind: PersonKind): SQL | undefined => {
    const own = visibleCreator(actor);
    return own === null ? undefined : eq(custodianOf(recordTable(kind)), own);
  };

  /** Keeps the person from being erased until the code is written. @throws AppError notFound */
  async function holdPerson(inside: Db, actor: Actor, kind: PersonKind, id: string): Promise<void> {
    const table = recordTable(kind);
    const [person] = await inside
      .select({ id: table._id })
      .from(table)
      .where(and(eq(table._id, id), visible(actor, kind)))
      .for('key share');
    if (!person) throw new AppError('notFound');
  }

  /** Devices fetch the booklet again, with its code. */
  const markChanged = (inside: Db, id: string) =>
    inside
      .update(libreta)
      .set({ cambio: sql`greatest(${libreta.cambio}, pg_current_xact_id())` })
      .where(eq(libreta.persona, id));

  const codeOf = async (from: Db, id: string): Promise<string | undefined> =>
    (await from.select({ codigo }).from(bookletCode).where(eq(persona, id)))[0]?.codigo;

  return {
    /** The code of a person whom the actor may see; makes it if there is none. @throws AppError notFound, noSpace */
    async get(actor: Actor, kind: PersonKind, id: string): Promise<string> {
      return db.transaction(async (inside) => {
        await holdPerson(inside, actor, kind, id);
        const existing = await codeOf(inside, id);
        if (existing !== undefined) return existing;
        if (room() !== 'enough') throw new AppError('noSpace');
        const [made] = await inside
          .insert(bookletCode)
          .values({ persona: id, tipo: kind, codigo: newCode() })
          .onConflictDoNothing({ target: persona })
          .returning({ codigo });
        if (!made) return String(await codeOf(inside, id));
        await markChanged(inside, id);
        return made.codigo;
      });
    },

    /** @throws AppError notFound */
    async renew(actor: Actor, kind: PersonKind, id: string): Promise<string> {
      return db.transaction(async (inside) => {
        await holdPerson(inside, actor, kind, id);
        const code = newCode();
        await inside
          .insert(bookletCode)
          .values({ persona: id, tipo: kind, codigo: code })
          .onConflictDoUpdate({ target: persona, set: { codigo: code } });
        await markChanged(inside, id);
        await note(inside, actor, { action: 'renovar', kind, about: id, person: id });
        return code;
      });
    },

    /** @throws AppError notFound, also for a booklet that the actor may not see */
    async open(actor: Actor, code: string): Promise<{ tipo: PersonKind; _id: string }> {
      if (!BOOKLET_CODE.test(code)) throw new AppError('notFound');
      const seen = PERSON_KINDS.map((kind) => {
        const { _id } = recordTable(kind);
        const visiblePerson = db
          .select({ _id })
          .from(recordTable(kind))
          .where(and(eq(_id, persona), visible(actor, kind)));
        return sql`exists ${visiblePerson}`;
      });
      const [owner] = await db
        .select({ tipo: sql<PersonKind>`${bookletCode.tipo}`, _id: persona })
        .from(bookletCode)
        .where(and(eq(codigo, code), or(...seen)));
      if (!owner) throw new AppError('notFound');
      return owner;
    },
  };
}
