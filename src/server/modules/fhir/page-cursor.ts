import { z } from 'zod';
import { invalidParameter } from '#domain/exchange/outcome.ts';
import type { Pair } from '#domain/exchange/search-query.ts';
import { PERSON_KINDS } from '#domain/journal/journal.ts';
import type { Encryption } from '#server/accounts/encryption.ts';
import type { Reader } from '#server/calls/reader.ts';

/** How far a page got: the last person and, if some of its resources are left, the last of them; without people the last resource. */
const positionSchema = z.object({
  tipo: z.enum(PERSON_KINDS).optional(),
  persona: z.guid().optional(),
  recurso: z.string().optional(),
});
export type PagePosition = z.output<typeof positionSchema>;

const cursorSchema = z.object({ q: z.array(z.tuple([z.string(), z.string()])), p: positionSchema });

interface Cursor {
  readonly pairs: readonly Pair[];
  readonly position: PagePosition;
}

/** A cursor contains the whole search, of at most so many characters when encrypted. */
const MAX_CURSOR = 12_000;

/** The parameter that carries the cursor; beside it a search has no others. */
export const CURSOR_PARAMETER = '_cursor';

/** Cursors are encrypted, and valid only for the reader and the list that they were made for. */
export function createPageCursors(encryption: Encryption) {
  const ownerOf = ({ doer }: Reader, list: string) => `${doer.id ?? ''} ${list}`;
  return {
    write: (reader: Reader, list: string, { pairs, position }: Cursor): string =>
      encryption.encrypt(JSON.stringify({ q: pairs, p: position }), ownerOf(reader, list)),

    /** @throws FhirError for a changed cursor, and one of another reader or list */
    read(reader: Reader, list: string, cursor: string): Cursor {
      const text = cursor.length > MAX_CURSOR ? null : encryption.decrypt(cursor, ownerOf(reader, list));
      if (text === null) throw invalidParameter('El enlace «next» no es de esta búsqueda ni de este sistema.');
      const { q, p } = cursorSchema.parse(JSON.parse(text));
      return { pairs: q, position: p };
    },
  };
}
