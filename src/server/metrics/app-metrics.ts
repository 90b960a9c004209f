import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { RECORDS } from '#domain/records/index.ts';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** 13 s and 76 s are the published medians that the application is measured by (docs/usability.md). */
const FORM_SECONDS = [5, 10, 13, 20, 35, 50, 76, 120, 300, 600, 1_800];
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** The status of a request whose client hung up, as in nginx. */
const BROKEN_OFF = 499;
/** The route of a request without one: an address that was typed must never be a label. */
const NO_ROUTE = 'none';

const REFUSALS = ['password', 'code', 'system', 'held back'] as const;
export type SignInRefusal = (typeof REFUSALS)[number];

const ROUTE = Symbol('route');
type Routed = ServerResponse & { [ROUTE]?: string | undefined };

export type AppMetrics = ReturnType<typeof createAppMetrics>;

export function createAppMetrics(registry: Registry) {
  const registers = [registry];
  const requests = new Histogram({
    name: 'libreta_http_request_duration_seconds',
    help: 'From the headers of a request to the last byte of its answer; status 499: broken off',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  });
  const refusals = new Counter({
    name: 'libreta_sign_ins_refused_total',
    help: 'Sign-ins that were refused, by reason',
    labelNames: ['reason'],
    registers,
  });
  // A rate needs an initial value.
  for (const reason of REFUSALS) refusals.inc({ reason }, 0);
  const exportsUnderWay = new Gauge({ name: 'libreta_exports_under_way', help: 'Files being sent', registers });

  const formTimes = new Histogram({
    name: 'libreta_form_seconds',
    help: 'From opening a form to its save, by record type, as devices measured it',
    labelNames: ['record'],
    buckets: FORM_SECONDS,
    registers,
  });
  for (const record of Object.keys(RECORDS)) formTimes.zero({ record });

  return {
    formTaken: (record: string, seconds: number): void => formTimes.observe({ record }, seconds),

    signInRefused: (reason: SignInRefusal): void => refusals.inc({ reason }),

    /** Must come before any other hook, so that refusals by hooks are counted. */
    watch(app: FastifyInstance): void {
      // On the server itself: an undecodable address reaches no hook, and a client that hangs up ends no answer.
      app.server.prependListener('request', ({ method = '' }, response: Routed) => {
        const began = performance.now();
        response.once('close', () => {
          const labels = {
            method: METHODS.has(method) ? method : 'other',
            route: response[ROUTE] ?? NO_ROUTE,
            status: response.writableFinished ? response.statusCode : BROKEN_OFF,
          };
          requests.observe(labels, (performance.now() - began) / 1_000);
        });
      });
      app.addHook('onRequest', (request, reply, done) => {
        (reply.raw as Routed)[ROUTE] = request.routeOptions.url;
        done();
      });
      app.addHook('preHandler', (request, reply, done) => {
        const call = request.routeOptions.config?.call;
        if (call && 'file' in call) {
          exportsUnderWay.inc();
          reply.raw.once('close', () => exportsUnderWay.dec());
        }
        done();
      });
    },
  };
}
