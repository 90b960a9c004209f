import { HISTORIES, type HistoryEntry, type JournalEntry, listJournal } from '#domain/calls/journal.ts';
import type { PersonKind } from '#domain/journal/journal.ts';
import { answering } from './answering.ts';

const FIRST_INSTANT = Date.parse('2026-11-20T14:05:00.000Z');
let serial = 0;

/** A journal entry as the server sends it; each later one is an hour newer. */
export function journalEntry(change: Partial<JournalEntry> = {}): JournalEntry {
  serial += 1;
  return {
    _id: String(serial),
    accion: 'editar',
    tipo: 'nino',
    registro: null,
    cuando: new Date(FIRST_INSTANT + serial * 3_600_000).toISOString(),
    quien: { nombre: 'Rosa', apellido: 'Yuquilema', cedula: '0601000001' },
    cambios: [],
    persona: null,
    nombre: null,
    usuario: null,
    solicitud: '0190f000-0000-7000-8000-000000000001',
    direccion: '192.0.2.7',
    equipo: 'Chrome en Android',
    ...change,
  };
}

const historyEntry = ({ _id, accion, tipo, registro, cuando, quien, cambios }: JournalEntry): HistoryEntry => {
  return { _id, accion, tipo, registro, cuando, quien, cambios };
};

const pageOf = <Row>(rows: Row[], { limit, offset }: { limit?: unknown; offset?: unknown }) => {
  const from = Number(offset ?? 0);
  return { rows: rows.slice(from, from + Number(limit ?? rows.length)), total: rows.length };
};

const fits = (entry: object, filters: object) =>
  Object.entries(filters).every(([name, value]) => !value || new Map(Object.entries(entry)).get(name) === value);

/** A fake history of a woman or child; the last given entry is the newest. */
export function fakeHistory(kind: PersonKind, ...given: JournalEntry[]) {
  const entries = given.toReversed();
  const fake = answering(HISTORIES[kind], ({ query: { limit, offset, registro, tipo } = {} }) =>
    pageOf(entries.filter((entry) => fits(entry, { registro, tipo })).map(historyEntry), { limit, offset }),
  );
  /** Adds a newer entry. */
  const add = (entry: JournalEntry) => void entries.unshift(entry);
  return { fake, add };
}

/** A fake journal. */
export function fakeJournal(...given: JournalEntry[]) {
  const entries = given.toReversed();
  return answering(listJournal, ({ query: { limit, offset, persona, usuario, tipo, accion } = {} }) =>
    pageOf(
      entries.filter((entry) => fits(entry, { persona, usuario, tipo, accion })),
      { limit, offset },
    ),
  );
}
