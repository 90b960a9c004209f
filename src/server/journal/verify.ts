import { sql } from 'drizzle-orm';
import { PERSON_KINDS } from '#domain/journal/journal.ts';
import type { Db } from '#server/db/connect.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { journal, journalSeal } from '#server/db/schema.ts';
import { contentHash, linkHash, NO_LINK, SEALED, type SealedEntry } from './chain.ts';
import type { Head } from './sealing.ts';

const BATCH = 1_000;
const MOST_FINDINGS = 100;
/** An entry is sealed within seconds; one that is older and has no link did not come from us, or was never committed in our time. */
const SEALED_WITHIN_MS = 60_000;
/** Entries follow one another in time, but for transactions that took long: none of ours takes a minute. */
const OUT_OF_ORDER_MS = 5 * 60_000;

/** What is wrong with one entry or link, in one sentence. */
interface Finding {
  readonly seq: number | null;
  readonly text: string;
}

interface Verified {
  readonly entries: number;
  readonly head: Head | null;
  /** At most a hundred. */
  readonly findings: readonly Finding[];
}

interface Link extends SealedEntry {
  position: string;
  sealed: string;
  /** Hexadecimal. */
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

/** Of whom the journal says that everything about them was erased, and who really is not there. */
async function erasedPeople(db: Db): Promise<Set<string>> {
  const there = PERSON_KINDS.map(
    (kind) => sql`not exists (select 1 from ${sql.identifier(kind)} as one where one._id = ${journal.person})`,
  );
  const rows = await rawRows<{ person: string }>(
    db,
    sql`select distinct ${journal.person}::text as person from ${journal}
      where ${journal.action} = 'borrar' and ${sql.join(there, sql` and `)}`,
  );
  return new Set(rows.map(({ person }) => person));
}

/** Whether entries were ever written, whatever stands there now. */
async function wasEverWritten(db: Db): Promise<boolean> {
  const [row] = await rawRows<{ is_called: boolean }>(db, sql`select is_called from journal_seq_seq`);
  return row?.is_called === true;
}

const isBare = ({ salt, before, after, kept }: SealedEntry) =>
  [salt, before, after, kept].every((part) => part === null);

/**
 * Walks the whole chain and says of every entry that was changed, taken out or put in which one it is.
 * @param known a head of the chain that somebody kept elsewhere: an end that was cut off leaves no other trace
 * @param now by the clock of the journal, the database's, unless told
 */
export async function verifyJournal(db: Db, known?: Head, now?: Date): Promise<Verified> {
  const findings: Finding[] = [];
  const find = (seq: number | null, text: string) => {
    if (findings.length < MOST_FINDINGS) findings.push({ seq, text });
  };
  const erased = await erasedPeople(db);
  let previous: Buffer | null = NO_LINK;
  let position = 0;
  let newest = 0;
  let knownSeen = known === undefined || known.position === 0;

  /** Entries one after another that are older than those before them: after a clock was set back, all until it has caught up. */
  const earlier: number[] = [];
  const sayEarlier = () => {
    const [first, ...more] = earlier.splice(0);
    const last = more.at(-1);
    if (first === undefined) return;
    if (last === undefined) find(first, `La entrada ${first} se intercaló: es anterior a las que ya estaban.`);
    else
      find(
        first,
        `Las entradas ${first} a ${last} son anteriores a las que ya estaban: se intercalaron, o el reloj del servidor se atrasó.`,
      );
  };

  const check = (link: Link) => {
    const at = Number(link.position);
    const seq = Number(link.sealed);
    if (at !== position + 1) {
      const one = at === position + 2;
      find(
        null,
        one
          ? `Falta el eslabón ${position + 1} de la cadena: se quitó.`
          : `Faltan los eslabones ${position + 1} a ${at - 1} de la cadena: se quitaron.`,
      );
      previous = null;
    }
    position = at;
    const hash = hex(link.hash);
    if (known && at === known.position) knownSeen = link.hash === known.hash;
    const follows = previous;
    previous = hash;
    if (link.seq === null) return find(seq, `Falta la entrada ${seq}: se quitó.`);
    const content = hex(link.content);
    const isErased = isBare(link) && link.person !== null && erased.has(link.person);
    if (!isErased && !contentHash(link).equals(content))
      find(
        seq,
        isBare(link)
          ? `La entrada ${seq} perdió su contenido sin que nadie lo borrara.`
          : `La entrada ${seq} cambió de contenido.`,
      );
    if (follows && !linkHash(follows, at, link, content).equals(hash))
      find(seq, `La entrada ${seq} o su sello cambió: no corresponde al eslabón ${at}.`);
    const when = Number(link.at);
    if (when < newest - OUT_OF_ORDER_MS) earlier.push(seq);
    else sayEarlier();
    newest = Math.max(newest, when);
  };

  for (;;) {
    const links = await linksAfter(db, position);
    for (const link of links) check(link);
    if (links.length < BATCH) break;
  }
  sayEarlier();
  if (known && !knownSeen)
    find(null, `La cadena no contiene el eslabón ${known.position} que se guardó: se cortó o se cambió.`);
  const loose = await rawRows<{ seq: string }>(
    db,
    sql`select ${journal.seq}::text as seq from ${journal}
      where ${journal.at} < coalesce(${now?.toISOString() ?? null}::timestamptz, clock_timestamp()) - ${SEALED_WITHIN_MS}::integer * interval '1 millisecond'
      and not exists (select 1 from ${journalSeal} where ${journalSeal.seq} = ${journal.seq})
      order by ${journal.seq} limit ${MOST_FINDINGS}`,
  );
  for (const { seq } of loose)
    find(
      Number(seq),
      `La entrada ${seq} no tiene sello: se agregó por fuera, o la Libreta se cortó antes de sellarla.`,
    );
  if (position === 0 && loose.length === 0 && (await wasEverWritten(db)))
    find(null, 'La auditoría está vacía, y no siempre lo estuvo: se borró entera.');
  const head = position > 0 && previous ? { position, hash: previous.toString('hex') } : null;
  return { entries: position, head, findings };
}
