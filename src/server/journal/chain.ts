import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { journal } from '#server/db/schema.ts';

/** An entry as it is sealed: every value as the database's text of it. */
export interface SealedEntry {
  readonly seq: string;
  readonly action: string;
  readonly kind: string;
  readonly about: string | null;
  readonly person: string | null;
  readonly actor: string | null;
  readonly at: string;
  readonly request: string | null;
  readonly address: string | null;
  readonly device: string | null;
  readonly undoes: string | null;
  readonly salt: string | null;
  readonly before: string | null;
  readonly after: string | null;
  readonly kept: string | null;
}

const AS_TEXT = ['seq', 'about', 'person', 'actor', 'request', 'undoes', 'salt', 'before', 'after', 'kept'] as const;

export const SEALED: SQL = sql.join(
  [
    ...AS_TEXT.map((name) => sql`${journal[name]}::text as ${sql.identifier(name)}`),
    sql`${journal.action}, ${journal.kind}, ${journal.address}, ${journal.device}`,
    sql`(extract(epoch from ${journal.at}) * 1000)::bigint::text as at`,
  ],
  sql`, `,
);

const hashOf = (...parts: unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest();

/** Of the content that is erased with a person; the salt keeps it from being guessed. */
export const contentHash = ({ salt, before, after, kept }: SealedEntry): Buffer => hashOf(salt, before, after, kept);

export const NO_LINK = Buffer.alloc(32);

export function linkHash(previous: Buffer, position: number, entry: SealedEntry, content: Buffer): Buffer {
  const { seq, action, kind, about, person, actor, at, request, address, device, undoes } = entry;
  const values = [seq, action, kind, about, person, actor, at, request, address, device, undoes];
  return hashOf(previous.toString('hex'), position, ...values, content.toString('hex'));
}
