import { sql } from 'drizzle-orm';
import { PERSON_KINDS } from '#domain/journal/journal.ts';
import type { Db } from '#server/db/connect.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { journal, journalSeal } from '#server/db/schema.ts';
import { contentHash, linkHash, NO_LINK, SEALED, type SealedEntry } from './chain.ts';
import type { Head } from './sealing.ts';

const BATCH = 1_000;
const MAX_FINDINGS = 100;
/** Entries are sealed within seconds: an older one without a link was inserted from outside, or the server stopped before. */
const SEALED_WITHIN_MS = 60_000;
/** Entries are ordered by time except for long transactions, which take less than a minute in the application. */
const OUT_OF_ORDER_MS = 5 * 60_000;

interface Finding {
  readonly seq: number | null;
  readonly text: string;
}

interface Verified {
  readonly entries: number;
  readonly head: Head | null;
  readonly findings: readonly Finding[];
}

interface Link extends SealedEntry {
  position: string;
  sealed: string;
  content: string;
  hash: string;
}

const hex = (text: string) => Buffer.from(text, 'hex');

const linksAfter = (db: Db, position: number) =>
  rawRows<Link>(
    db,
    sql`select ${SEALED}, ${journalSeal.position}::text as position, ${journalSeal.seq}::text as sealed,
      encode(${journalSeal.content}, 'hex') as content, encode(${journalSeal.hash}, 'hex') as hash
      from ${journalSeal} left join ${journal} on ${journal.seq} = ${journalSeal.seq}
      where ${journalSeal.position} > ${position} order by ${journalSeal.position} limit ${BATCH}`,
  );

/** Persons whose erasure the journal records, and who are really gone. */
async function erasedPeople(db: Db): Promise<Set<string>> {
  const absent = PERSON_KINDS.map(
    (kind) => sql`not exists (select 1 from ${sql.identifier(kind)} as one where one._id = ${journal.person})`,
  );
  const rows = await rawRows<{ person: string }>(
    db,
    sql`select distinct ${journal.person}::text as person from ${journal}
      where ${journal.action} = 'borrar' and ${sql.join(absent, sql` and `)}`,
  );
  return new Set(rows.map(({ person }) => person));
}

async function wasEverWritten(db: Db): Promise<boolean> {
  const [row] = await rawRows<{ is_called: boolean }>(db, sql`select is_called from journal_seq_seq`);
  return row?.is_called === true;
}

const isBare = ({ salt, before, after, kept }: SealedEntry) =>
  [salt, before, after, kept].every((part) => part === null);

/** Verifies the whole chain. @param expected a head that was kept elsewhere: only it reveals a cut-off end @param now by the database's clock */
export async function verifyJournal(db: Db, expected?: Head, now?: Date): Promise<Verified> {
  const findings: Finding[] = [];
  const report = (seq: number | null, text: string) => {
    if (findings.length < MAX_FINDINGS) findings.push({ seq, text });
  };
  const erased = await erasedPeople(db);
  let previous: Buffer | null = NO_LINK;
  let position = 0;
  let newest = 0;
  let expectedSeen = expected === undefined || expected.position === 0;

  /** Consecutive entries that are older than those before them: all until a clock that was set back has caught up. */
  const earlier: number[] = [];
  const reportEarlier = () => {
    const [first, ...more] = earlier.splice(0);
    const last = more.at(-1);
    if (first === undefined) return;
    if (last === undefined) report(first, `La entrada ${first} se intercaló: es anterior a las que ya estaban.`);
    else
      report(
        first,
        `Las entradas ${first} a ${last} son anteriores a las que ya estaban: se intercalaron, o el reloj del servidor se atrasó.`,
      );
  };

  const check = (link: Link) => {
    const at = Number(link.position);
    const seq = Number(link.sealed);
    if (at !== position + 1) {
      const one = at === position + 2;
      report(
        null,
        one
          ? `Falta el eslabón ${position + 1} de la cadena: se quitó.`
          : `Faltan los eslabones ${position + 1} a ${at - 1} de la cadena: se quitaron.`,
      );
      previous = null;
    }
    position = at;
    const hash = hex(link.hash);
    if (expected && at === expected.position) expectedSeen = link.hash === expected.hash;
    const follows = previous;
    previous = hash;
    if (link.seq === null) return report(seq, `Falta la entrada ${seq}: se quitó.`);
    const content = hex(link.content);
    const isErased = isBare(link) && link.person !== null && erased.has(link.person);
    if (!isErased && !contentHash(link).equals(content))
      report(
        seq,
        isBare(link)
          ? `La entrada ${seq} perdió su contenido sin que nadie lo borrara.`
          : `La entrada ${seq} cambió de contenido.`,
      );
    if (follows && !linkHash(follows, at, link, content).equals(hash))
      report(seq, `La entrada ${seq} o su sello cambió: no corresponde al eslabón ${at}.`);
    const when = Number(link.at);
    if (when < newest - OUT_OF_ORDER_MS) earlier.push(seq);
    else reportEarlier();
    newest = Math.max(newest, when);
  };

  for (;;) {
    const links = await linksAfter(db, position);
    for (const link of links) check(link);
    if (links.length < BATCH) break;
  }
  reportEarlier();
  if (expected && !expectedSeen)
    report(null, `La cadena no contiene el eslabón ${expected.position} que se guardó: se cortó o se cambió.`);
  const loose = await rawRows<{ seq: string }>(
    db,
    sql`select ${journal.seq}::text as seq from ${journal}
      where ${journal.at} < coalesce(${now?.toISOString() ?? null}::timestamptz, clock_timestamp()) - ${SEALED_WITHIN_MS}::integer * interval '1 millisecond'
      and not exists (select 1 from ${journalSeal} where ${journalSeal.seq} = ${journal.seq})
      order by ${journal.seq} limit ${MAX_FINDINGS}`,
  );
  for (const { seq } of loose)
    report(
      Number(seq),
      `La entrada ${seq} no tiene sello: se agregó por fuera, o la Libreta se cortó antes de sellarla.`,
    );
  if (position === 0 && loose.length === 0 && (await wasEverWritten(db)))
    report(null, 'La auditoría está vacía, y no siempre lo estuvo: se borró entera.');
  const head = position > 0 && previous ? { position, hash: previous.toString('hex') } : null;
  return { entries: position, head, findings };
}
