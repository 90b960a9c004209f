import { today } from '#domain/calendar.ts';
import type { CallAnswer } from '#domain/calls/define-call.ts';
import { countVisits, listVisits, type VisitRow } from '#domain/calls/follow-up.ts';
import { recordCalls } from '#domain/calls/records.ts';
import { searchPeople } from '#domain/calls/search.ts';
import type { syncedLists } from '#domain/calls/sync.ts';
import { nextHaemoglobin } from '#domain/follow-up/haemoglobin.ts';
import { reasonsOn } from '#domain/follow-up/visits.ts';
import { PERSON_KINDS, type PersonKind } from '#domain/journal/journal.ts';
import { likelyMatches } from '#domain/likeness/likely-matches.ts';
import { latestScreening } from '#domain/lists/booklet-rows.ts';
import { foundChild, foundWoman } from '#domain/lists/found-person.ts';
import type { ListedChild, ListedRow } from '#domain/lists/listed-row.ts';
import { findPeople } from '#domain/lists/people-search.ts';
import { filterRows } from '#domain/lists/query.ts';
import { shownRow } from '#domain/lists/shown-row.ts';
import { countVisitRows, filterVisits } from '#domain/lists/visit-list.ts';
import { bookletOf } from '#domain/records/booklets.ts';
import { type RecordDefinition, toNested } from '#domain/records/define-record.ts';
import type { SyncedBooklet } from '#domain/sync/booklet-page.ts';
import { type DeviceRow, isChild } from '#domain/sync/device-row.ts';
import { type BookletSource, MAX_EXACT_MATCHES, NotOnDevice, PersonNotOnDevice } from './booklet-source.ts';
import { deviceGoals } from './device-goals.ts';

export interface KeptBooklets {
  rowsOf(tipo: PersonKind): readonly DeviceRow[];
  /** False as long as nothing has come to the device, whose lists then say nothing about who is registered. */
  isListable?(): boolean;
  booklet(persona: string): Promise<SyncedBooklet | null>;
  lists(): Promise<CallAnswer<typeof syncedLists> | null>;
}

const kindOf = ({ key }: RecordDefinition) => key as PersonKind;

/** Parses a request with the server's schema; what the server would refuse is left to it. */
function parseQuery<Query>(schema: { safeParse(value: unknown): { data?: Query } }, query: object): Query {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const { data } = schema.safeParse(Object.fromEntries(given.map(([name, value]) => [name, String(value)])));
  if (data === undefined) throw new NotOnDevice();
  return data;
}

const visitNames = Object.keys(listVisits.rows.shape).filter((name) => name !== 'motivos');

/** @param latest the day of the latest haemoglobin */
function visitOf(row: DeviceRow, latest: string | null, day: string): VisitRow {
  const { _id, nombre, apellido } = row.responsable;
  const proximaHemoglobina = isChild(row) ? nextHaemoglobin(row.fechanacimiento, latest, day) : null;
  const shown = { ...row, proximaHemoglobina, responsable: { _id, nombre, apellido } } as Record<string, unknown>;
  const motivos = isChild(row) ? reasonsOn(row, day) : [];
  return { ...Object.fromEntries(visitNames.map((name) => [name, shown[name]])), motivos } as VisitRow;
}

export function createDeviceSource(kept: KeptBooklets): BookletSource {
  const rowsOf = (definition: RecordDefinition) => kept.rowsOf(kindOf(definition));
  const listed = (kind: PersonKind) => {
    if (kept.isListable?.() === false) throw new NotOnDevice();
    return kept.rowsOf(kind);
  };

  const whole = async (persona: string): Promise<SyncedBooklet> => {
    const booklet = await kept.booklet(persona);
    if (!booklet) throw new PersonNotOnDevice();
    return booklet;
  };

  const latestHaemoglobin = async ({ _id, ultimaHemoglobina }: ListedChild): Promise<string | null> =>
    ultimaHemoglobina === undefined ? latestScreening((await whole(_id)).registros.anemia ?? []) : ultimaHemoglobina;

  const recordsIn = ({ persona, registros }: SyncedBooklet, { key, parent }: RecordDefinition): ListedRow[] =>
    (registros[key] ?? []).map(
      // A stored record lacks only its owner.
      (row) => ({ ...row, [parent?.field ?? '']: persona._id }) as unknown as ListedRow,
    );

  const page = (definition: RecordDefinition, query: object) => {
    const { rows, total } = filterRows(
      definition,
      rowsOf(definition),
      parseQuery(recordCalls(definition).list.query, query),
      today(),
    );
    return { rows: rows.map((row) => shownRow(definition, row)), total };
  };

  const of = async (definition: RecordDefinition, parentId: string) => {
    const records = recordsIn(await whole(parentId), definition);
    const query = { [definition.parent?.field ?? '']: parentId };
    return filterRows(definition, records, query, today()).rows.map((row) => shownRow(definition, row));
  };

  const ofChildren = () => listed('nino').filter(isChild);

  const lists = async () => {
    const stored = await kept.lists();
    if (!stored) throw new NotOnDevice();
    return stored;
  };

  return {
    async page(definition, request) {
      listed(kindOf(definition));
      return page(definition, request);
    },
    where: async (definition, values) => page(definition, { ...values, limit: MAX_EXACT_MATCHES }).rows,
    async one(definition, id) {
      const row = rowsOf(definition).find(({ _id }) => _id === id);
      if (!row) throw new PersonNotOnDevice();
      return shownRow(definition, row);
    },
    of,
    like: async (definition, fields) =>
      likelyMatches(
        definition,
        rowsOf(definition),
        parseQuery(recordCalls(definition).alike.query, fields) as Record<string, string>,
      ).map((row) => shownRow(definition, row)),
    async booklet(person, id) {
      const { name, parts } = bookletOf(person);
      const row = rowsOf(person).find(({ _id }) => _id === id);
      if (!row) throw new PersonNotOnDevice();
      const answer: Record<string, unknown> = { [name]: toNested(person, shownRow(person, row)) };
      for (const { list, definition } of parts)
        answer[list] = (await of(definition, id)).map((record) => toNested(definition, record));
      return answer;
    },
    async codeOf(kind, id) {
      const codigo = kept.rowsOf(kind).find(({ _id }) => _id === id)?.codigo;
      // Only the server makes codes.
      if (!codigo) throw new NotOnDevice();
      return codigo;
    },
    async openCode(code) {
      const row = PERSON_KINDS.flatMap((kind) => kept.rowsOf(kind)).find(({ codigo }) => codigo === code);
      if (!row) throw new PersonNotOnDevice();
      return { tipo: row.tipo, _id: row._id };
    },
    visits: async (request) => {
      const day = today();
      const { rows, total } = filterVisits(ofChildren(), parseQuery(listVisits.query, request), day);
      return {
        rows: await Promise.all(rows.map(async (row) => visitOf(row, await latestHaemoglobin(row), day))),
        total,
      };
    },
    visitCounts: async (request) => countVisitRows(ofChildren(), parseQuery(countVisits.query, request), today()),
    async search(text) {
      const { q, limit } = parseQuery(searchPeople.query, { q: text });
      const day = today();
      const rows = [...listed('nino'), ...listed('mujer')];
      return await Promise.all(
        findPeople(rows, q, limit).map(async (row) =>
          isChild(row) ? foundChild(row) : foundWoman(row, (await whole(row._id)).registros, day),
        ),
      );
    },
    async options(key) {
      const { opciones } = await lists();
      return (opciones[key] ?? []).filter(Boolean);
    },
    altitudes: async () => (await lists()).altitudes,
    ...deviceGoals({ ...kept, rowsOf: listed }, async () => (await lists()).metas ?? [], parseQuery),
  };
}
