import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { CATALOGS } from '#domain/catalogs.ts';
import { AppError } from '#domain/errors.ts';
import { DEFAULT_HAEMOGLOBIN_TABLE, type HaemoglobinTable } from '#domain/haemoglobin/altitude-adjustment.ts';
import { problemsOf } from '#domain/records/define-record.ts';
import { RECORD_LIST } from '#domain/records/index.ts';
import { createAccountLimits, type SignupLimits } from '#server/accounts/account-limits.ts';
import { createDeviceTickets } from '#server/accounts/device-tickets.ts';
import { createEncryption } from '#server/accounts/encryption.ts';
import { createEnrolments } from '#server/accounts/enrolments.ts';
import { createLogHash } from '#server/accounts/log-hash.ts';
import { createPasswordPolicy } from '#server/accounts/password-policy.ts';
import { DEFAULT_OFFLINE_DAYS, type PasswordRule } from '#server/base/config.ts';
import { errorForLog } from '#server/base/error-for-log.ts';
import { type ExchangeSettings, exchangeAddresses } from '#server/base/exchange-settings.ts';
import { requestIds } from '#server/base/request-ids.ts';
import { answersPlugin } from '#server/calls/answers.ts';
import type { Database } from '#server/db/connect.ts';
import { createBatchWriter } from '#server/journal/batch-writer.ts';
import { wholeArray } from '#server/lists/listing.ts';
import type { AppMetrics } from '#server/metrics/app-metrics.ts';
import { createAltitudeRepository } from '#server/modules/altitudes/altitude-repository.ts';
import { registerAltitudeRoutes } from '#server/modules/altitudes/altitude-routes.ts';
import { registerAuthRoutes } from '#server/modules/auth/auth-routes.ts';
import { createSecondFactorRepository } from '#server/modules/auth/second-factor-repository.ts';
import { registerSecondFactorRoutes } from '#server/modules/auth/second-factor-routes.ts';
import { createSecondStepCheck } from '#server/modules/auth/second-step.ts';
import { createSessionCache, SESSION_CHANNEL } from '#server/modules/auth/session-cache.ts';
import { createSessionRepository, type Use } from '#server/modules/auth/session-repository.ts';
import { registerSessionRoutes } from '#server/modules/auth/session-routes.ts';
import { registerSettingsRoutes } from '#server/modules/auth/settings-routes.ts';
import { createCatalogRepository } from '#server/modules/catalogs/catalog-repository.ts';
import { registerCatalogRoutes } from '#server/modules/catalogs/catalog-routes.ts';
import { createCodeRepository } from '#server/modules/codes/code-repository.ts';
import { registerCodeRoutes } from '#server/modules/codes/code-routes.ts';
import { createDeviceRepository } from '#server/modules/devices/device-repository.ts';
import { registerDeviceRoutes } from '#server/modules/devices/device-routes.ts';
import { registerDhis2 } from '#server/modules/dhis2/register-dhis2.ts';
import { registerExportRoutes } from '#server/modules/exports/export-routes.ts';
import { registerFhir } from '#server/modules/fhir/register-fhir.ts';
import { createExportRepository } from '#server/modules/fhir-export/export-repository.ts';
import { EXPORT_OPERATIONS, registerExports } from '#server/modules/fhir-export/export-routes.ts';
import { createFollowUpRepository } from '#server/modules/follow-up/follow-up-repository.ts';
import { registerFollowUpRoutes } from '#server/modules/follow-up/follow-up-routes.ts';
import { visitExport } from '#server/modules/follow-up/visit-export.ts';
import { createFormTimesRepository } from '#server/modules/form-times/form-times-repository.ts';
import { registerFormTimesRoutes } from '#server/modules/form-times/form-times-routes.ts';
import { createDueGoals } from '#server/modules/goals/due-goals.ts';
import { createGoalRepository } from '#server/modules/goals/goal-repository.ts';
import { registerGoalRoutes } from '#server/modules/goals/goal-routes.ts';
import { createGoalShares } from '#server/modules/goals/goal-shares.ts';
import { registerGrowthRoutes } from '#server/modules/growth/growth-routes.ts';
import { createHandoverRepository } from '#server/modules/handover/handover-repository.ts';
import { registerHandoverRoutes } from '#server/modules/handover/handover-routes.ts';
import { type LastBackup, registerHealthRoutes } from '#server/modules/health/health-routes.ts';
import { createImportRepository } from '#server/modules/importing/import-repository.ts';
import { registerImportingRoutes } from '#server/modules/importing/importing-routes.ts';
import { journalExport } from '#server/modules/journal/journal-export.ts';
import { createJournalRepository } from '#server/modules/journal/journal-repository.ts';
import { registerJournalRoutes } from '#server/modules/journal/journal-routes.ts';
import { createBookletRows } from '#server/modules/libreta/booklet-rows.ts';
import { registerLibretaRoutes } from '#server/modules/libreta/libreta-routes.ts';
import { registerMeasuring } from '#server/modules/measuring/register-measuring.ts';
import { registerBookletRoutes } from '#server/modules/records/booklet-routes.ts';
import { createChildPictures, type PictureSizes } from '#server/modules/records/child-pictures.ts';
import { createPersonRepository } from '#server/modules/records/person-repository.ts';
import { recordExport } from '#server/modules/records/record-export.ts';
import { createRecordRepository, type RecordRepository } from '#server/modules/records/record-repository.ts';
import { registerRecordRoutes } from '#server/modules/records/record-routes.ts';
import { createSaving } from '#server/modules/records/saving.ts';
import { registerReports } from '#server/modules/reports/register-reports.ts';
import { createSearchRepository } from '#server/modules/search/search-repository.ts';
import { registerSearchRoutes } from '#server/modules/search/search-routes.ts';
import { createOperationReceiver } from '#server/modules/sending/operation-receiver.ts';
import { createRetainedRepository } from '#server/modules/sending/retained-repository.ts';
import { registerRetainedRoutes } from '#server/modules/sending/retained-routes.ts';
import { registerSendingRoutes } from '#server/modules/sending/sending-routes.ts';
import { createFeed } from '#server/modules/sync/feed.ts';
import { registerSyncRoutes } from '#server/modules/sync/sync-routes.ts';
import { createSystems } from '#server/modules/systems/register-systems.ts';
import { createUserRepository } from '#server/modules/users/user-repository.ts';
import { registerUserRoutes } from '#server/modules/users/user-routes.ts';
import { authPlugin } from '#server/plugins/auth.ts';
import { boundedInputPlugin } from '#server/plugins/bounded-input.ts';
import { connectionsPlugin } from '#server/plugins/connections.ts';
import { diskSpacePlugin } from '#server/plugins/disk-space.ts';
import { errorsPlugin } from '#server/plugins/errors.ts';
import { fairSharePlugin } from '#server/plugins/fair-share.ts';
import { formTimesPlugin } from '#server/plugins/form-times.ts';
import { forwardedPlugin } from '#server/plugins/forwarded.ts';
import { journalPlugin } from '#server/plugins/journal.ts';
import { jsonBodyPlugin } from '#server/plugins/json-body.ts';
import { CONNECTION_LIMITS, type ConnectionLimits, createConnections } from '#server/plugins/open-connections.ts';
import { openApiPlugin } from '#server/plugins/openapi.ts';
import { operationPlugin } from '#server/plugins/operation.ts';
import { readersPlugin } from '#server/plugins/readers.ts';
import { securityHeadersPlugin } from '#server/plugins/security-headers.ts';
import { answerUndecodable, staticSitePlugin } from '#server/plugins/static-site.ts';

/** One step above the plugin's default: booklets get a hundredth smaller in the same time. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

export interface AppOptions {
  database: Database;
  reportsDatabase?: Database | undefined;
  secret: string;
  webRoot?: string | undefined;
  logger?: Logger | undefined;
  lastBackup?: (() => LastBackup) | undefined;
  /** The proxies that may report the client's address, as Fastify's `trustProxy`. */
  trustProxy?: string | undefined;
  haemoglobinTable?: HaemoglobinTable | undefined;
  signupLimits?: SignupLimits | undefined;
  apiDocs?: boolean | undefined;
  signup?: boolean | undefined;
  /** Whether families are shown the goals of the first thousand days. */
  goals?: boolean | undefined;
  /** Whether systems may sign in and read at /fhir. */
  fhir?: boolean | undefined;
  exchange?: ExchangeSettings | undefined;
  passwords?: PasswordRule | undefined;
  now?: (() => Date) | undefined;
  firstSigninChange?: boolean | undefined;
  /** Days for which a device opens its vault without the server; 0 if devices store nothing. */
  offlineDays?: number | undefined;
  /** Minutes after its last use when a session ends; by default it ends 12 hours after its beginning or renewal. */
  sessionIdleMinutes?: number | undefined;
  /** Strict mode, for tests: an undeclared field fails the answer; otherwise the field is left out. */
  answersToTheLetter?: boolean | undefined;
  pictures?: PictureSizes | undefined;
  connectionLimits?: Partial<ConnectionLimits> | undefined;
  /** Milliseconds for which requests for data and calls of devices wait for their turn at most; by default each has its own limit. */
  longestTurnWaitMs?: number | undefined;
  metrics?: AppMetrics | undefined;
}

const BODY_LIMIT = 1024 * 1024;
const PLUGIN_TIMEOUT_MS = 10_000;
const USES_KEPT_AFTER_MS = 5_000;

/** The whole application without a port: `main.ts` listens, tests inject. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { database, logger } = options;
  const connectionLimits = { ...CONNECTION_LIMITS, ...options.connectionLimits };
  const connections = createConnections(connectionLimits);
  const app = Fastify({
    serverFactory: connections.serverFactory,
    // Our server answers these itself; while it closes, the first hook does.
    clientErrorHandler: () => {},
    return503OnClosing: false,
    // On close, Fastify waits for as long.
    pluginTimeout: connectionLimits.drain + PLUGIN_TIMEOUT_MS,
    ...(logger ? { loggerInstance: logger as FastifyBaseLogger } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    ...requestIds(options.trustProxy),
    bodyLimit: BODY_LIMIT,
    trustProxy: options.trustProxy ?? false,
    // An undecodable address reaches no route and no error handler.
    frameworkErrors: answerUndecodable,
    // Node's own limit of an address: an overlong id is an unknown one, also for clients that are not signed in.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16_384 },
  });
  options.metrics?.watch(app);
  app.setValidatorCompiler(({ schema }) => (data) => {
    // A missing body lacks every field, and the answer names them; a list or a text is malformed.
    const input = data ?? {};
    if (typeof input !== 'object' || Array.isArray(input)) return { error: new AppError('malformed') };
    const result = (schema as z.ZodType).safeParse(input);
    if (result.success) return { value: result.data };
    return { error: new AppError('invalid', { problems: problemsOf(result.error) }) };
  });

  const users = createUserRepository(database.db);
  const uses = createBatchWriter<Use>({
    write: async (some) => {
      if (database.room() === 'enough') await sessions.keepUses(some);
    },
    afterMs: USES_KEPT_AFTER_MS,
    failed: (error) => app.log.error({ err: errorForLog(error) }, 'keeping the last use of sessions failed'),
    lost: () => {},
  });
  const { now, sessionIdleMinutes: idleMinutes, firstSigninChange } = options;
  const sessionCache = createSessionCache();
  const listening = await database.subscribe(SESSION_CHANNEL, sessionCache.hearing);
  app.addHook('onClose', listening.close);
  const sessions = createSessionRepository(database.db, {
    now,
    idleMinutes,
    firstSigninChange,
    used: uses.add,
    sessionCache,
    endingsPropagated: listening.caughtUp,
  });
  app.addHook('onClose', uses.close);
  await app.register(securityHeadersPlugin);
  await app.register(errorsPlugin);
  await app.register(answersPlugin, { toTheLetter: options.answersToTheLetter ?? false });
  await app.register(forwardedPlugin);
  await app.register(connectionsPlugin, { connections });
  await app.register(compress, { threshold: 1024, brotliOptions: BROTLI });
  await app.register(jsonBodyPlugin);
  await app.register(boundedInputPlugin);
  await app.register(authPlugin, {
    secret: options.secret,
    holderOf: sessions.holderOf,
    endingsPropagated: listening.caughtUp,
  });
  const systems = createSystems(app, { database, secret: options.secret, now });
  const withFhir = options.fhir ?? true;
  await app.register(readersPlugin, { systemOf: withFhir ? systems.systemOf : async () => null });
  if (database.kind === 'postgres') await app.register(fairSharePlugin, { longestWaitMs: options.longestTurnWaitMs });
  await app.register(diskSpacePlugin, { room: database.room });
  await app.register(operationPlugin);
  await app.register(openApiPlugin, { pages: options.apiDocs ?? true });
  await app.register(journalPlugin, database);
  await app.register(formTimesPlugin, { database, taken: options.metrics?.formTaken });

  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, actor, reader } = request;
    const line = { method, route: routeOptions.url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
    request.log.info({ ...line, user: reader?.doer.id ?? actor?.id }, 'request');
  });

  const replica = options.reportsDatabase?.replica;
  registerHealthRoutes(app, {
    database,
    leaving: connections.isLeaving,
    lastBackup: options.lastBackup,
    replicaUsed: replica && (() => replica.standing().used),
  });
  const limits = createAccountLimits(database.db, { signups: options.signupLimits, now: options.now });
  const passwords = await createPasswordPolicy(options.passwords);
  const signup = options.signup ?? true;
  const withGoals = options.goals ?? true;
  registerSettingsRoutes(app, { registro: signup, metas: withGoals, fhir: withFhir });
  const encryption = createEncryption(options.secret);
  const secondFactors = createSecondFactorRepository(database.db, encryption);
  const enrolments = createEnrolments(encryption, { now });
  const secondStep = createSecondStepCheck({ secondFactors, enrolments, limits, now });
  const offlineDays = options.offlineDays ?? DEFAULT_OFFLINE_DAYS;
  const tickets = createDeviceTickets(options.secret);
  const devices = createDeviceRepository(database.db, { tickets, offlineDays, now });
  const markOf = createLogHash(options.secret);
  registerAuthRoutes(app, {
    users,
    sessions,
    limits,
    secondStep,
    isOnDevice: devices.isOf,
    passwords,
    signup,
    markOf,
    refused: options.metrics?.signInRefused,
  });
  const addresses = exchangeAddresses(options.exchange ?? {});
  if (withFhir) systems.registerRoutes({ limits, addresses, refused: options.metrics?.signInRefused });
  registerSecondFactorRoutes(app, { secondFactors, sessions, limits });
  registerSessionRoutes(app, sessions);
  registerDeviceRoutes(app, { devices, sessions, limits, offlineDays });
  registerUserRoutes(app, { users, limits, passwords });
  const catalogs = Object.values(CATALOGS).map((catalog) => ({
    catalog,
    repository: createCatalogRepository(database.db, catalog),
  }));
  for (const { catalog, repository } of catalogs) registerCatalogRoutes(app, catalog, repository);
  const altitudes = createAltitudeRepository(database.db);
  const haemoglobinTable = options.haemoglobinTable ?? DEFAULT_HAEMOGLOBIN_TABLE;
  registerAltitudeRoutes(app, altitudes, haemoglobinTable);
  const records = new Map(
    RECORD_LIST.map((record) => [record.key, createRecordRepository(database.db, record, { haemoglobinTable })]),
  );
  const repositoryOf = (key: string) => records.get(key) as RecordRepository;
  for (const record of RECORD_LIST) {
    const repository = repositoryOf(record.key);
    registerRecordRoutes(app, record, repository, createSaving(database.db, record, repository));
  }
  for (const record of RECORD_LIST)
    if (record.exported) registerExportRoutes(app, recordExport(record, repositoryOf(record.key)));
  registerBookletRoutes(app, ({ key }) => repositoryOf(key));
  registerLibretaRoutes(app, (booklet) => createBookletRows(database.db, booklet));
  registerSearchRoutes(app, createSearchRepository(database.db));
  registerCodeRoutes(app, createCodeRepository(database.db, database.room));
  const journal = createJournalRepository(database.db);
  const people = createPersonRepository(database.db, repositoryOf);
  registerJournalRoutes(app, { journal, people, repositoryOf });
  registerExportRoutes(app, journalExport(journal));
  registerGrowthRoutes(app);
  const picturesOf = (source: Database) => {
    const failed = (error: unknown) =>
      app.log.error({ err: errorForLog(error) }, 'computing or sharing a picture of the children failed');
    const pictures = createChildPictures(source, { failed, shared: database.db, ...options.pictures });
    app.addHook('onListen', async () => void pictures.begin());
    app.addHook('onClose', pictures.close);
    return pictures;
  };
  const followUp = createFollowUpRepository(database.db, picturesOf(database));
  registerFollowUpRoutes(app, followUp);
  registerExportRoutes(app, visitExport(followUp));
  const reports = options.reportsDatabase ?? database;
  const reportPictures = picturesOf(reports);
  registerReports(app, reports, reportPictures);
  registerMeasuring(app, database);
  const goals = createGoalRepository(database.db);
  if (withGoals)
    registerGoalRoutes(app, {
      goals,
      due: createDueGoals(database.db, goals.list),
      shares: createGoalShares(reports.db, reportPictures, createGoalRepository(reports.db).list),
    });
  registerFormTimesRoutes(app, createFormTimesRepository(reports.db));
  registerDhis2(app, { database, reports, table: haemoglobinTable });
  registerSyncRoutes(app, createFeed(database), async () => {
    const opciones: Record<string, string[]> = {};
    for (const { catalog, repository } of catalogs)
      opciones[catalog.key] = (await wholeArray(await repository.list({}))).map(({ valor }) => valor);
    return {
      opciones,
      altitudes: { tabla: haemoglobinTable, cantones: await altitudes.list() },
      ...(withGoals && { metas: await goals.list() }),
    };
  });
  registerSendingRoutes(
    app,
    createOperationReceiver({
      db: database.db,
      repositoryOf,
      taken: app.noteFormTime,
    }),
    options.longestTurnWaitMs,
  );
  registerRetainedRoutes(app, createRetainedRepository({ db: database.db, repositoryOf }));
  registerHandoverRoutes(app, createHandoverRepository(database.db));
  registerImportingRoutes(app, createImportRepository(database.db));
  if (withFhir) {
    const exports = createExportRepository(database.db);
    registerFhir(app, {
      ...{ database, secret: options.secret, addresses, haemoglobinTable, operations: EXPORT_OPERATIONS },
      register: (fhir) => registerExports(fhir, { exports, addresses }),
    });
  }
  await app.register(staticSitePlugin, { root: options.webRoot });
  return app;
}
