import { and, desc, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Author } from '#domain/author.ts';
import type { Action } from '#domain/journal/journal.ts';
import type { Db } from '#server/db/connect.ts';
import { journal, usuario } from '#server/db/schema.ts';
import type { StoredRow } from '#server/modules/records/record-wire.ts';

const WRITES: Action[] = ['crear', 'editar', 'eliminar', 'restaurar'];

/** The author of the latest change of a booklet, or of its record `of`; the creator if the journal has no such entry. */
export async function lastAuthor(db: Db, person: string, row: StoredRow, of?: string): Promise<Author> {
  const [last] = await db
    .select({ nombre: usuario.nombre, apellido: usuario.apellido, at: journal.at })
    .from(journal)
    .innerJoin(usuario, eq(usuario._id, journal.actor))
    .where(
      and(
        isNotNull(journal.person),
        eq(journal.person, person),
        of ? eq(journal.about, of) : undefined,
        inArray(journal.action, WRITES),
      ),
    )
    .orderBy(desc(journal.at), desc(journal.seq))
    .limit(1);
  const { nombre, apellido } = last ?? row.creator;
  return { nombre, apellido, momento: (last?.at ?? row.row.fechaRegistro).toISOString() };
}
