import { type SQLWrapper, sql } from 'drizzle-orm';
import type { HistoryEntry, JournalEntry } from '#domain/calls/journal.ts';
import { type Action, fieldChanges } from '#domain/journal/journal.ts';
import { numberedId } from '#domain/uuid.ts';
import { journal, mujer, nino, systemTable, usuario } from '#server/db/schema.ts';
import type { OrderPart } from '#server/lists/order.ts';

type Content = Record<string, unknown> | null;

/** The name of the person, user or system that an entry is about; of deleted people, the name at their last deletion. */
const PERSON_NAME = sql<string | null>`coalesce(
  (select nombres || ' ' || apellidos from ${mujer} as she where she._id = ${journal.person}),
  (select nombres || ' ' || apellidos from ${nino} as he where he._id = ${journal.person}),
  (select (gone.before ->> 'nombres') || ' ' || (gone.before ->> 'apellidos') from ${journal} as gone
    where gone.person = ${journal.person} and gone.about = gone.person and gone.action = 'eliminar'
    order by gone.seq desc limit 1),
  (select one.nombre || ' ' || one.apellido from ${usuario} as one where one._id = ${journal.about} and ${journal.person} is null),
  (select one.nombre from ${systemTable} as one where one._id = ${journal.about} and ${journal.person} is null))`;

const accountName = (content: SQLWrapper) => sql`(select one.nombre || ' ' || one.apellido from ${usuario} as one
  where one._id = (${content} ->> 'custodio')::uuid)`;
/** The names of both custodians of a hand-over: readers of a history do not know account ids. */
const CUSTODIANS = sql<[string | null, string | null] | null>`case when ${journal.action} = 'traspasar'
  then json_build_array(${accountName(journal.before)}, ${accountName(journal.after)}) end`;

export const ENTRY_COLUMNS = {
  seq: journal.seq,
  action: journal.action,
  kind: journal.kind,
  about: journal.about,
  person: journal.person,
  personName: PERSON_NAME,
  before: journal.before,
  after: journal.after,
  custodians: CUSTODIANS,
  actor: journal.actor,
  at: journal.at,
  request: journal.request,
  address: journal.address,
  device: journal.device,
  nombre: usuario.nombre,
  apellido: usuario.apellido,
  cedula: usuario.cedula,
  sistema: systemTable.nombre,
};

/** Buffered entries are written after they happen, so `seq` alone is not the order. */
export const NEWEST_ENTRY: OrderPart[] = [
  { key: 'at', column: journal.at, descending: true },
  { key: 'seq', column: journal.seq, descending: true },
];

type Name = { [N in keyof NonNullable<HistoryEntry['quien']>]: string | null };

export interface ReadEntry extends Name {
  /** The name of the system, if a system did it. */
  sistema: string | null;
  seq: number;
  action: Action;
  kind: string;
  about: string | null;
  person: string | null;
  personName: string | null;
  before: unknown;
  after: unknown;
  custodians: [string | null, string | null] | null;
  actor: string | null;
  at: Date;
  request: string | null;
  address: string | null;
  device: string | null;
}

export const actorToWire = ({ nombre, apellido, cedula }: Name): HistoryEntry['quien'] =>
  nombre === null ? null : { nombre, apellido: apellido ?? '', cedula: cedula ?? '' };

/** A system has a name alone. */
const doerToWire = ({ sistema, ...account }: Name & { sistema: string | null }): HistoryEntry['quien'] =>
  sistema === null ? actorToWire(account) : { nombre: sistema, apellido: '', cedula: '' };

const withCustodian = (content: unknown, custodio: string | null | undefined): Content =>
  content && custodio ? { ...(content as object), custodio } : (content as Content);

export const historyToWire = (row: ReadEntry): HistoryEntry => ({
  _id: numberedId(row.seq),
  accion: row.action,
  tipo: row.kind,
  registro: row.about,
  cuando: row.at.toISOString(),
  quien: doerToWire(row),
  cambios: fieldChanges(withCustodian(row.before, row.custodians?.[0]), withCustodian(row.after, row.custodians?.[1])),
});

export const entryToWire = (row: ReadEntry): JournalEntry => ({
  ...historyToWire(row),
  persona: row.person,
  nombre: row.personName,
  usuario: row.actor,
  solicitud: row.request,
  direccion: row.address,
  equipo: row.device,
});
