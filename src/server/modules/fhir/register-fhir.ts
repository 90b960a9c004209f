import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { today } from '#domain/calendar.ts';
import { capabilityStatement, type Operation } from '#domain/exchange/capability-statement.ts';
import { allows } from '#domain/exchange/scopes.ts';
import { SEARCHED_TYPES, type SearchedType } from '#domain/exchange/search-parameters.ts';
import { type Pair, parseSearch, type Search } from '#domain/exchange/search-query.ts';
import { loadEveryStandard } from '#domain/growth/who/standards.ts';
import type { HaemoglobinTable } from '#domain/haemoglobin/altitude-adjustment.ts';
import { createEncryption } from '#server/accounts/encryption.ts';
import type { ExchangeAddresses } from '#server/base/exchange-settings.ts';
import { createTurns } from '#server/base/turns.ts';
import { hasLeft } from '#server/calls/has-left.ts';
import type { Database } from '#server/db/connect.ts';
import type { BaseContext } from './booklet-resources.ts';
import { addressOf, searchBundle } from './bundle.ts';
import { parseEverything } from './everything-query.ts';
import {
  isStrictSearch,
  queryPairs,
  registerFhirRoutes,
  requireReader,
  requireScope,
  sendFhir,
} from './fhir-plugin.ts';
import { createFhirRepository } from './fhir-repository.ts';
import { formPairs, notModified, onePerson, onlyPersonOf, peopleOf, searchOf } from './fhir-requests.ts';
import { CURSOR_PARAMETER, createPageCursors, type PagePosition } from './page-cursor.ts';
import { searchDetails } from './search-details.ts';

/** Systems take turns, so that none of them, nor all of them, slow the work of people. */
const TURNS = {
  postgres: { atOnce: 4, longestQueue: 60, longestWaitMs: 15_000, each: { atOnce: 3, longestQueue: 20 } },
  pglite: { atOnce: 1, longestQueue: 30, longestWaitMs: 15_000, each: { atOnce: 1, longestQueue: 10 } },
} as const;

export interface FhirOptions {
  readonly database: Database;
  readonly secret: string;
  readonly addresses: (request: FastifyRequest) => ExchangeAddresses;
  readonly haemoglobinTable: HaemoglobinTable;
  /** Operations of other parts of the server, with what registers their routes. */
  readonly operations?: readonly Operation[];
  readonly register?: (fhir: FastifyInstance, addresses: FhirOptions['addresses']) => void;
}

type IdRequest = FastifyRequest<{ Params: { id: string } }>;

/** FHIR R4, read only. */
export function registerFhir(app: FastifyInstance, options: FhirOptions): void {
  const { database, addresses, haemoglobinTable, operations = [] } = options;
  const repository = createFhirRepository(database);
  const cursors = createPageCursors(createEncryption(options.secret, 'páginas de FHIR'));
  const turn = createTurns(TURNS[database.kind]);

  const contextOf = async (request: FastifyRequest): Promise<BaseContext> => ({
    ...addresses(request),
    places: requireReader(request).places,
    ...{ haemoglobinTable, today: today(), standards: await loadEveryStandard() },
  });

  const inTurn = <T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> =>
    turn(work, { hasLeft: hasLeft(request), by: requireReader(request).doer.id ?? '' });

  /** What is read is in the journal as the reader's, also when only its headers are sent or that it did not change. */
  const note = (
    request: FastifyRequest,
    action: 'ver' | 'exportar',
    person: string | null,
    details: Record<string, string>,
  ) => {
    const { doer } = requireReader(request);
    app.noteSoon(doer, { action, kind: 'fhir', about: person, person, after: details });
  };

  const read = (type: SearchedType) => async (request: IdRequest, reply: FastifyReply) => {
    const reader = requireReader(request);
    requireScope(reader, type, 'r');
    const { id } = request.params;
    const context = await contextOf(request);
    const { resource, persona } = await inTurn(request, () => repository.read(reader, type, id, context));
    if (type !== 'CodeSystem') note(request, 'ver', persona, { tipo: type });
    if (notModified(request, reply, resource)) return reply.code(304).send();
    return sendFhir(reply, resource);
  };

  const countBundle = async (request: FastifyRequest, search: Search, context: BaseContext) => {
    const reader = requireReader(request);
    const total = await inTurn(request, () => repository.count(reader, search, context));
    note(request, 'exportar', null, searchDetails(search, total));
    return searchBundle({ base: context.base, self: addressOf(context.base, search.type, search.used), total });
  };

  const pageBundle = async (
    request: FastifyRequest,
    search: Search,
    context: BaseContext,
    position: PagePosition | null,
    self: string,
  ) => {
    const reader = requireReader(request);
    const { base } = context;
    const { matches, included, next } = await inTurn(request, async () => {
      const page = await repository.search(reader, search, context, position);
      const included = search.includesPatient ? await repository.patientsOf(peopleOf(page.resources), context) : [];
      return { matches: page.resources, included, next: page.next };
    });
    note(request, 'exportar', onePerson(search) ?? onlyPersonOf(matches), searchDetails(search, matches.length));
    const cursor = next && cursors.write(reader, search.type, { pairs: search.used, position: next });
    return searchBundle({
      ...{ base, self, matches, included },
      next: cursor ? addressOf(base, search.type, [[CURSOR_PARAMETER, cursor]]) : undefined,
    });
  };

  const search =
    (type: SearchedType, pairsOf: (request: FastifyRequest) => Pair[]) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const reader = requireReader(request);
      requireScope(reader, type, 's');
      const context = await contextOf(request);
      const given = pairsOf(request);
      const { pairs, position } = searchOf(given, (cursor) => cursors.read(reader, type, cursor));
      const parsed = parseSearch(type, pairs, { strict: isStrictSearch(request), base: context.base });
      if (parsed.includesPatient) requireScope(reader, 'Patient', 's');
      if (parsed.isCount) return sendFhir(reply, await countBundle(request, parsed, context));
      const self = addressOf(context.base, type, position ? given : parsed.used);
      return sendFhir(reply, await pageBundle(request, parsed, context, position, self));
    };

  const everything = async (request: IdRequest, reply: FastifyReply) => {
    const reader = requireReader(request);
    requireScope(reader, 'Patient', 'r');
    const { id } = request.params;
    const context = await contextOf(request);
    const list = `Patient/${id.slice(0, 64)}/$everything`;
    const given = queryPairs(request);
    const { pairs, position } = searchOf(given, (cursor) => cursors.read(reader, list, cursor));
    const { used, ...wanted } = parseEverything(pairs, isStrictSearch(request));
    // Types that were named need their scope; of all types those are sent that the scopes allow.
    if (pairs.some(([name]) => name === '_type')) for (const type of wanted.types) requireScope(reader, type, 'r');
    const types = new Set(wanted.types.filter((type) => allows(reader.scopes, type, 'r')));
    const page = await inTurn(request, () =>
      repository.everything(reader, id, { ...wanted, types, position }, context),
    );
    note(request, 'ver', id, { tipo: '$everything', filas: String(page.resources.length) });
    const cursor = page.next && cursors.write(reader, list, { pairs: used, position: page.next });
    return sendFhir(
      reply,
      searchBundle({
        base: context.base,
        self: addressOf(context.base, list, position ? given : used),
        next: cursor ? addressOf(context.base, list, [[CURSOR_PARAMETER, cursor]]) : undefined,
        matches: page.resources,
      }),
    );
  };

  registerFhirRoutes(app, (fhir) => {
    const hidden = { schema: { hide: true } };
    fhir.get('/metadata', { ...hidden, config: { withoutReader: true } }, async (request, reply) =>
      sendFhir(reply, capabilityStatement(addresses(request).base, operations)),
    );
    for (const type of SEARCHED_TYPES) {
      fhir.get(`/${type}`, hidden, search(type, queryPairs));
      fhir.post(`/${type}/_search`, { ...hidden, config: { keeps: 'nothing' } }, search(type, formPairs));
      fhir.get<{ Params: { id: string } }>(`/${type}/:id`, hidden, read(type));
    }
    fhir.get<{ Params: { id: string } }>('/Patient/:id/$everything', hidden, everything);
    options.register?.(fhir, addresses);
  });
}
