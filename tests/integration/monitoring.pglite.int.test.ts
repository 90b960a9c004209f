import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { nameOfCopy } from '#server/backup/copies.ts';
import { readConfig } from '#server/base/config.ts';

import { copyFolder, PASSPHRASE } from '../support/copies.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/passing-time.ts';
import { askMetrics, type Sample } from '../support/prometheus.ts';
import { selectorsIn } from '../support/promql.ts';
import { speak } from '../support/raw-http.ts';
import { remoteApi } from '../support/remote-api.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

const DEPLOY = resolve(import.meta.dirname, '../../deploy');
const textsIn = (folder: string, ending: string) =>
  readdirSync(join(DEPLOY, folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(join(DEPLOY, folder, name), 'utf8'));

/** The schema of Prometheus; unknown keys are mistakes. */
const rulesSchema = z.strictObject({
  groups: z
    .array(
      z.strictObject({
        name: z.string().min(1),
        rules: z
          .array(
            z.strictObject({
              alert: z.string().regex(/^Libreta\w+$/),
              expr: z.string(),
              for: z
                .string()
                .regex(/^\d+[smh]$/)
                .optional(),
              labels: z.strictObject({ severity: z.enum(['warning', 'critical']) }),
              annotations: z.strictObject({ summary: z.string() }),
            }),
          )
          .nonempty(),
      }),
    )
    .nonempty(),
});

const scrapeSchema = z.strictObject({
  global: z.strictObject({ scrape_interval: z.string(), scrape_timeout: z.string() }),
  rule_files: z.array(z.string()),
  scrape_configs: z.array(
    z.strictObject({
      job_name: z.literal('libreta'),
      static_configs: z.array(
        z.strictObject({
          targets: z.array(z.string().regex(/^127\.0\.0\.1:\d+$/)),
          labels: z.strictObject({ installation: z.string() }),
        }),
      ),
    }),
  ),
});

const panelSchema = z.looseObject({
  id: z.number(),
  title: z.string(),
  gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
  targets: z.array(z.looseObject({ refId: z.string(), expr: z.string() })).default([]),
});
const dashboardSchema = z.looseObject({
  uid: z.literal('libreta'),
  panels: z.array(panelSchema).nonempty(),
  templating: z.object({ list: z.array(z.looseObject({ name: z.string(), query: z.unknown() })) }),
});

const alerts = textsIn('prometheus', 'alerts.yml').flatMap((text) =>
  rulesSchema.parse(parse(text)).groups.flatMap(({ rules }) => rules),
);
const dashboards = textsIn('grafana', '.json').map((text) => dashboardSchema.parse(JSON.parse(text)));
/** The expression as Grafana sends it. */
const filledIn = (expression: string) => expression.replaceAll('$instance', '.*');
const expressions = [
  ...alerts.map(({ alert, expr }) => [alert, expr] as const),
  ...dashboards.flatMap(({ panels }) =>
    panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, filledIn(expr)] as const)),
  ),
];

/** Metrics of PostgreSQL or its replica, which `metrics.int`, `metrics-faults.pg` and `replica.pg` test. */
const POSTGRES_METRICS = /^libreta_(database_connections(_limit)?|reports_from_replica|replica_behind_seconds)$/;
/** Labels that Prometheus adds. */
const PROMETHEUS_LABELS = ['job', 'instance'];

const everyMetricHasSamples = () =>
  expressions
    .flatMap(([, expression]) => selectorsIn(expression))
    .every(
      ({ metric }) => metric === 'up' || POSTGRES_METRICS.test(metric) || samples.some(({ name }) => name === metric),
    );

let copies: ReturnType<typeof copyFolder>;
let server: ServerProcess;
let url: string;
let samples: Sample[];
let declared: Set<string>;
beforeAll(async () => {
  const port = await freePort();
  copies = copyFolder();
  // A backup that was just made.
  writeFileSync(copies.file(nameOfCopy()), '');
  const backups = { BACKUP_DIR: copies.path, BACKUP_EVERY: '1h', BACKUP_PASSPHRASE: PASSPHRASE };
  server = await startServer({ env: { METRICS_PORT: String(port), ...backups } });
  await remoteApi(server.url).signIn(server.admin);
  url = `http://127.0.0.1:${port}`;
  // The durations of garbage collections appear after the first one, and what the database does not give in time is left out.
  const look = async () => {
    const answer = await askMetrics(url);
    samples = answer.samples;
    declared = new Set([...answer.text.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name));
    return everyMetricHasSamples();
  };
  // The tests name those that never come.
  await until(look, 'each metric that a rule queries has a sample').catch(() => {});
});
afterAll(async () => {
  await server?.stop();
  copies?.remove();
});

it.each(expressions)('%s queries existing metrics: %s', (_where, expression) => {
  const selectors = selectorsIn(expression);
  expect(selectors.length).toBeGreaterThan(0);
  for (const { metric, labels } of selectors) {
    if (metric === 'up') continue;
    const matching = samples.filter(({ name }) => name === metric);
    if (POSTGRES_METRICS.test(metric)) expect([...declared]).toContain(metric);
    else expect(matching.length, metric).toBeGreaterThan(0);
    const labelNames = new Set([...PROMETHEUS_LABELS, ...matching.flatMap((sample) => Object.keys(sample.labels))]);
    for (const label of labels)
      expect([...labelNames, ...(POSTGRES_METRICS.test(metric) ? ['database', 'state'] : [])], metric).toContain(label);
  }
});

it('every metric of ours is on the dashboard', () => {
  const shown = new Set(expressions.flatMap(([, expression]) => selectorsIn(expression).map(({ metric }) => metric)));
  for (const name of declared)
    if (name.startsWith('libreta_'))
      expect(
        [...shown].some((metric) => metric.replace(/_(bucket|sum|count)$/, '') === name),
        name,
      ).toBe(true);
});

describe('alerts', () => {
  it.each(alerts.map(({ alert, annotations }) => [alert, annotations.summary] as const))(
    '%s say in Spanish what to do: %s',
    (_alert, text) => {
      // Without Prometheus placeholders.
      const summary = text.replaceAll(/\{\{.*?\}\}/g, '…');
      expect(summary).toMatch(/^[^.]+: .+\.$/s);
      expect(summary).toMatch(
        /\b(mira|busca|comprueba|libera|guarda|espera|reparte|reinicia|reinícialo|bloquea|bloquéala|agrega|pídele|quita)\b/,
      );
      expect(summary).toMatch(/\b(el|la|los|las|de|que)\b/);
    },
  );

  it('have unique names', () => {
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
  });

  it('are those that the Prometheus example loads, from the port of the metrics', () => {
    const [example] = textsIn('prometheus', 'prometheus.yml').map((text) => scrapeSchema.parse(parse(text)));
    expect(example?.rule_files).toEqual(readdirSync(join(DEPLOY, 'prometheus')).filter((name) => /alerts/.test(name)));
  });
});

it('panels have unique ids and do not overlap', () => {
  for (const { panels } of dashboards) {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
  }
});

it('metrics have no port by default, and a configured one is local', () => {
  expect(readConfig({}).METRICS_PORT).toBeUndefined();
  expect(readConfig({}).METRICS_HOST).toBe('127.0.0.1');
});

it('the embedded database reports the size of its folder and its disk', () => {
  const value = (metric: string) => samples.find(({ name }) => name === metric)?.value;
  expect(value('libreta_database_size_bytes')).toBeGreaterThan(10_000_000);
  expect(value('libreta_disk_free_bytes')).toBeGreaterThan(value('libreta_disk_reserve_bytes') as number);
  expect(value('libreta_disk_reserve_bytes')).toBe(64 * 1024 * 1024);
});

it('scheduled backups report the age of the newest, their period and their success', () => {
  const value = (metric: string) => samples.find(({ name }) => name === metric)?.value;
  expect(value('libreta_backup_age_seconds')).toBeLessThan(600);
  expect(value('libreta_backup_period_seconds')).toBe(3_600);
  expect(value('libreta_backup_failed')).toBe(0);
});

it('the process stops in order even with a client on the port of the metrics', async () => {
  const lingering = speak(url, 'GET /metrics HTTP/1.1\r\nHost: libreta\r\n\r\nGET /met');
  await expect.poll(lingering.answer).toContain('libreta_database_answers');
  expect(await server.stop()).toBe(0);
  await lingering.closed;
});
