import { eq, inArray, type SQL } from 'drizzle-orm';
import { FhirError } from '#domain/exchange/outcome.ts';
import { patientOf } from '#domain/exchange/patient.ts';
import { RESOURCE_TYPES } from '#domain/exchange/resource-types.ts';
import type { AnyResource, SearchedType } from '#domain/exchange/search-parameters.ts';
import { isSearched, type Search } from '#domain/exchange/search-query.ts';
import { searchedKinds } from '#domain/exchange/searched-kinds.ts';
import { PERSON_KINDS, type PersonKind } from '#domain/journal/journal.ts';
import { UUID } from '#domain/uuid.ts';
import type { Reader } from '#server/calls/reader.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { journal } from '#server/db/schema.ts';
import { createStatements } from '#server/lists/statements.ts';
import { type BaseContext, readResources } from './booklet-resources.ts';
import { pageOfList, peoplePosition, positionOf, type ResourcePage, walkBooklets } from './booklet-walk.ts';
import { isListed, type ListedType, readListed } from './listed-resources.ts';
import type { PagePosition } from './page-cursor.ts';
import { createPatientRows, type FoundPatient } from './patient-rows.ts';
import { countPeople, isDeleted, ownerOf, type PeopleConditions, patientsAfter, peopleAfter } from './people.ts';
import { patientConditions, personTable, placesCondition } from './people-conditions.ts';
import { establishmentKey, type PersonRef, readEstablishments } from './read-booklets.ts';

/** Booklets that are read at once, and in all for one page; fewer on PGlite, where all other requests wait. */
const BOOKLETS = {
  postgres: { first: 2, atOnce: 20, atMost: 100 },
  pglite: { first: 2, atOnce: 10, atMost: 40 },
} as const;

const notFound = (type: string, id: string) =>
  new FhirError(404, 'not-found', `No existe ${type}/${id.slice(0, 64)}, o no está entre lo que puedes leer.`);
const gone = (type: string, id: string) => new FhirError(410, 'deleted', `${type}/${id.slice(0, 64)} fue eliminado.`);

/** The id of a person or record with which the id of a resource begins. */
const rowIdOf = (id: string): string | null => {
  const row = id.slice(0, 36);
  return UUID.test(row) && row === row.toLowerCase() ? row : null;
};

const NUMBERED = /^0{8}-0{4}-8000-8000-([0-9a-f]{12})$/;

/** The person of a journal entry, whose number is the id of its Provenance. */
async function personOfEntry(db: Db, id: string): Promise<string | null> {
  const [, number] = NUMBERED.exec(id) ?? [];
  if (!number) return null;
  const [entry] = await db
    .select({ person: journal.person })
    .from(journal)
    .where(eq(journal.seq, Number.parseInt(number, 16)));
  return entry?.person ?? null;
}

/** Parameters that name resources of a person's booklet. */
const OF_BOOKLETS = ['patient', 'target', 'encounter'];

/** The ids that the first parameter gives that names people, or resources of their booklets. Only these people can have what is searched; null for all. */
function namedIds({ narrowings }: Search): string[] | null {
  const named = narrowings.find(({ name }) => OF_BOOKLETS.includes(name));
  return named ? named.values.map(({ value }) => String(value).replace(/^\w+\//, '')) : null;
}

/** Types in the order of an export. */
const placeOf = ({ resourceType }: AnyResource): string =>
  String([...RESOURCE_TYPES, 'CodeSystem'].indexOf(resourceType)).padStart(2, '0');

/** The ids that resources refer to, by type. */
function referencesIn(resources: readonly AnyResource[]): Map<string, string[]> {
  const references = JSON.stringify(resources).matchAll(/"reference":"(\w+)\/([\w.-]+)"/g);
  const ids = new Map<string, Set<string>>();
  for (const [, type = '', id = ''] of references) ids.set(type, (ids.get(type) ?? new Set()).add(id));
  return new Map([...ids].map(([type, some]) => [type, [...some]]));
}

interface PatientSearch {
  readonly search: Search;
  readonly kinds: readonly PersonKind[];
  readonly conditions: PeopleConditions;
  readonly position: PagePosition | null;
}

export function createFhirRepository({ db, kind }: Pick<Database, 'db' | 'kind'>) {
  const booklets = BOOKLETS[kind];
  const statements = createStatements();
  const patientRows = createPatientRows(db, statements);

  const requireOwner = async (type: string, id: string, { places }: Reader): Promise<PersonRef> => {
    const row = type === 'Provenance' ? await personOfEntry(db, id) : rowIdOf(id);
    if (row === null) throw notFound(type, id);
    const owner = await ownerOf(db, row, places);
    if (owner) return owner;
    throw (await isDeleted(db, row, places)) ? gone(type, id) : notFound(type, id);
  };

  /** The conditions of the people in whose booklets a search looks. */
  const conditionsOf = async (search: Search, { places }: Reader, context: BaseContext) => {
    const named = search.type === 'Patient' ? null : await ownersOf(search, places);
    return (tipo: PersonKind): (SQL | undefined)[] => {
      const ids = named?.filter((ref) => ref.tipo === tipo).map(({ persona }) => persona);
      const person = personTable(tipo);
      return [
        placesCondition(person, places),
        ids && inArray(person._id, ids),
        ...(search.type === 'Patient' ? patientConditions(tipo, search.narrowings, context.systems) : []),
      ];
    };
  };

  /** People by the ids that a search gives of them, or of their resources. */
  const ownersOf = async (search: Search, places: Reader['places']): Promise<PersonRef[] | null> => {
    const named = namedIds(search) ?? resourceIds(search);
    if (named === null) return null;
    const refs = new Map<string, PersonRef>();
    for (const id of new Set(named)) {
      const row = search.type === 'Provenance' ? ((await personOfEntry(db, id)) ?? rowIdOf(id)) : rowIdOf(id);
      const owner = row === null ? null : await ownerOf(db, row, places);
      if (owner) refs.set(owner.persona, owner);
    }
    return [...refs.values()];
  };

  const ofPeople = async (
    search: Search,
    reader: Reader,
    context: BaseContext,
    position: PagePosition | null,
  ): Promise<ResourcePage<AnyResource>> => {
    const { type, count } = search;
    const conditions = await conditionsOf(search, reader, context);
    const kinds = searchedKinds(search, context.base);
    if (type === 'Patient') return patients({ search, kinds, conditions, position }, context);
    const types = new Set([type]);
    return walkBooklets({
      ...{ count, position, ...booklets },
      people: (from, limit) => peopleAfter(db, { kinds, conditions }, from, limit),
      resourcesOf: async (refs) => {
        const resources = await readResources(db, refs, types, context);
        for (const [person, some] of resources)
          resources.set(
            person,
            some.filter((resource) => isSearched(search, resource)),
          );
        return resources;
      },
    });
  };

  /** Names that are written otherwise than in the list cost a statement of their own. */
  const establishmentsOf = async (page: readonly FoundPatient[]): Promise<Map<string, string>> => {
    const others = page.filter(({ establishment }) => establishment === null).map(({ booklet }) => booklet);
    const establishments = new Map(await readEstablishments(db, others, statements));
    for (const { booklet, establishment } of page)
      if (establishment !== null) establishments.set(establishmentKey(booklet), establishment);
    return establishments;
  };

  /** Of a Patient the conditions decide everything, so that no more people are read than are sent, and nothing else of their booklets. */
  const patients = async (
    { search, kinds, conditions, position }: PatientSearch,
    context: BaseContext,
  ): Promise<ResourcePage<AnyResource>> => {
    const { count, narrowings } = search;
    const isByText = narrowings.some(({ name }) => name === 'name');
    const from = position && peoplePosition(position);
    const people = await patientsAfter(
      { db, patientRows, places: context.places },
      { kinds, conditions, isByText },
      from,
      count + 1,
    );
    const page = people.slice(0, count);
    const whole = { ...context, establishments: await establishmentsOf(page) };
    const last = page.at(-1)?.booklet;
    return {
      resources: page.map(({ booklet }) => patientOf(booklet, whole)),
      next: last && people.length > count ? positionOf(last.tipo, String(last.persona._id)) : null,
    };
  };

  const listed = async (search: Search, context: BaseContext): Promise<AnyResource[]> => {
    if (!isListed(search.type)) return [];
    const all = await readListed(db, search.type, context);
    return all.filter((resource) => isSearched(search, resource));
  };

  return {
    /** One resource and the person whose booklet it is part of. @throws FhirError 404, or 410 if it was deleted */
    async read(reader: Reader, type: SearchedType, id: string, context: BaseContext) {
      if (isListed(type)) {
        const [resource] = await readListed(db, type, context, [id]);
        if (!resource) throw notFound(type, id);
        return { resource, persona: null };
      }
      const owner = await requireOwner(type, id, reader);
      const resources = await readResources(db, [owner], new Set([type]), context);
      const resource: AnyResource | undefined = resources.get(owner.persona)?.find((one) => one.id === id);
      if (!resource) throw notFound(type, id);
      return { resource, persona: owner.persona };
    },

    async search(
      reader: Reader,
      search: Search,
      context: BaseContext,
      position: PagePosition | null,
    ): Promise<ResourcePage<AnyResource>> {
      if (isListed(search.type)) return pageOfList(await listed(search, context), search.count, position);
      return ofPeople(search, reader, context, position);
    },

    /** @throws FhirError too-costly if every booklet would have to be read */
    async count(reader: Reader, search: Search, context: BaseContext): Promise<number> {
      if (isListed(search.type)) return (await listed(search, context)).length;
      if (search.type === 'Patient') return countPeople(db, await conditionsOf(search, reader, context));
      const owners = await ownersOf(search, reader.places);
      if (owners === null || owners.length > booklets.atOnce)
        throw new FhirError(
          400,
          'too-costly',
          `Contar ${search.type} obliga a leer todas las libretas: cuenta Patient, o da «patient» o «_id» de hasta ${booklets.atOnce}.`,
        );
      const resources = await readResources(db, owners, new Set([search.type]), context);
      return [...resources.values()].flat().filter((resource) => isSearched(search, resource)).length;
    },

    /** The Patients of people, for a search that includes them. */
    async patientsOf(people: readonly string[], context: BaseContext) {
      const refs = PERSON_KINDS.flatMap((tipo) => people.map((persona) => ({ tipo, persona })));
      const patients = await readResources(db, refs, new Set(['Patient']), context);
      return [...patients.values()].flat();
    },

    /** All resources of a person that the reader may see, by type and id. @throws FhirError 404, or 410 if the person was deleted */
    async everything(
      reader: Reader,
      id: string,
      { types, position, count }: { types: ReadonlySet<string>; position: PagePosition | null; count: number },
      context: BaseContext,
    ): Promise<ResourcePage<AnyResource>> {
      const owner = await requireOwner('Patient', id, reader);
      if (owner.persona !== id) throw notFound('Patient', id);
      const own: readonly AnyResource[] = (await readResources(db, [owner], types, context)).get(id) ?? [];
      const named = referencesIn(own);
      const others: AnyResource[] = [];
      for (const type of types)
        if (isListed(type as SearchedType))
          others.push(...(await readListed(db, type as ListedType, context, named.get(type) ?? [])));
      const keyed = [...own, ...others].map((resource) => ({
        id: `${placeOf(resource)}/${resource.id}`,
        resource,
      }));
      const page = pageOfList(keyed, count, position);
      return { resources: page.resources.map(({ resource }) => resource), next: page.next };
    },
  };
}

/** The ids that a search gives of the resources themselves. */
function resourceIds({ narrowings }: Search): string[] | null {
  const ids = narrowings.find(({ name }) => name === '_id');
  if (!ids) return null;
  return ids.values.flatMap((one) => (one.kind === 'token' && one.value.code !== undefined ? [one.value.code] : []));
}
