// Tests the rules of deploy/prometheus with promtool, and lets a Prometheus read a running server: npm run try:prometheus
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parse, stringify } from 'yaml';
import { freePort } from '../tests/support/free-port.ts';
import { remoteApi } from '../tests/support/remote-api.ts';
import { startServer } from '../tests/support/server-process.ts';
import { requirePrograms } from './lib/needed-programs.mjs';
import { main, root, run, StepFailed } from './lib/run.mjs';

const FOLDER = join(root, 'deploy/prometheus');
const [CONFIG, RULES, TESTS] = ['prometheus.yml', 'libreta-alerts.yml', 'rules.test.yml'];
const DASHBOARD = join(root, 'deploy/grafana/libreta.json');
/** More than the minute that `LibretaNoResponde` waits. */
const LIMIT_MS = 120_000;

const readYaml = (name) => parse(readFileSync(join(FOLDER, name), 'utf8'));

async function promtool(...args) {
  const { code, output } = await run('promtool', args, { cwd: FOLDER, quiet: true });
  if (code !== 0)
    throw new StepFailed(`${output.trim()}\n\npromtool ${args.slice(0, 2).join(' ')} terminó con ${code}.`);
}

/** @throws StepFailed for an alert without a test in which it fires and one in which it is silent */
function expectEveryAlertTested(alerts) {
  const checks = readYaml(TESTS).tests.flatMap((test) => test.alert_rule_test);
  const isTested = (name, fires) =>
    checks.some(({ alertname, exp_alerts: expected }) => alertname === name && expected.length > 0 === fires);
  const missing = alerts.filter((name) => !isTested(name, true) || !isTested(name, false));
  if (missing.length > 0) throw new StepFailed(`${TESTS} no prueba cuándo avisa y cuándo calla ${missing.join(', ')}.`);
  return checks.length;
}

async function until(what, isTrue) {
  const deadline = Date.now() + LIMIT_MS;
  for (;;) {
    const result = await isTrue();
    if (result) return result;
    if (Date.now() > deadline) throw new StepFailed(`Se esperó en vano: ${what}.`);
    await wait(200);
  }
}

/** Starts a Prometheus with the configuration of deploy, which reads one port each second. */
async function startPrometheus(folder, metricsPort) {
  const config = readYaml(CONFIG);
  config.global = { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' };
  config.scrape_configs[0].static_configs[0].targets = [`127.0.0.1:${metricsPort}`];
  writeFileSync(join(folder, CONFIG), stringify(config));
  copyFileSync(join(FOLDER, RULES), join(folder, RULES));
  const address = `127.0.0.1:${await freePort()}`;
  const args = [
    ...[`--config.file=${join(folder, CONFIG)}`, `--storage.tsdb.path=${join(folder, 'tsdb')}`],
    ...[`--web.listen-address=${address}`, '--log.level=error'],
  ];
  const child = spawn('prometheus', args, { stdio: 'inherit' });
  const ended = once(child, 'exit');
  const ask = async (path, query = {}) => {
    const response = await fetch(`http://${address}/api/v1/${path}?${new URLSearchParams(query)}`);
    const { status, data, error } = await response.json();
    if (status !== 'success') throw new StepFailed(`Prometheus rehúsa «${query.query ?? path}»: ${error}`);
    return data;
  };
  await until('que Prometheus inicie', async () => {
    if (child.exitCode !== null) throw new StepFailed('Prometheus no inició.');
    return fetch(`http://${address}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  });
  return {
    ask,
    /** @returns the series of an expression */
    query: async (expression) => (await ask('query', { query: expression })).result,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const panels = () =>
  JSON.parse(readFileSync(DASHBOARD, 'utf8')).panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ title, expression: expr.replaceAll('$instance', '.*') })),
  );

/** What a Prometheus sees of a running server, and of one that has stopped. */
async function scrape(folder, stops) {
  const metricsPort = await freePort();
  const server = await startServer({ env: { METRICS_PORT: String(metricsPort), LOG_LEVEL: 'warn' } });
  stops.push(() => server.stop());
  await remoteApi(server.url).signIn(server.admin);
  const prometheus = await startPrometheus(folder, metricsPort);
  stops.push(() => prometheus.stop());

  const value = async (expression) => Number((await prometheus.query(expression))[0]?.value[1] ?? Number.NaN);
  await until('que Prometheus lea el puerto de las métricas', async () => (await value('up{job="libreta"}')) === 1);
  const groups = () => prometheus.ask('rules').then(({ groups: all }) => all.flatMap(({ rules }) => rules));
  const evaluated = await until('que Prometheus evalúe todas las alertas', async () => {
    const rules = await groups();
    return rules.every(({ health }) => health !== 'unknown') && rules;
  });
  const failing = evaluated.filter(({ health, state }) => health !== 'ok' || state === 'firing');
  if (failing.length > 0) throw new StepFailed(`Alertas que no deben estar así: ${JSON.stringify(failing)}`);
  const [samples, seconds] = [await value('scrape_samples_scraped'), await value('scrape_duration_seconds')];
  console.log(`✓ Prometheus lee ${samples} valores del servidor en ${(seconds * 1_000).toFixed(0)} ms`);
  console.log(`✓ Evalúa ${evaluated.length} alertas sin error, y ninguna avisa`);

  const queries = panels();
  const answers = await Promise.all(queries.map(({ expression }) => prometheus.query(expression)));
  const filled = answers.filter((series) => series.length > 0).length;
  console.log(`✓ Acepta las ${queries.length} consultas del tablero; ${filled} ya tienen datos`);

  await server.stop();
  const alert = await until('que LibretaNoResponde avise', async () =>
    (await groups()).find(({ name, state }) => name === 'LibretaNoResponde' && state === 'firing'),
  );
  const summary = alert.alerts[0].annotations.summary;
  if (!summary.includes(`127.0.0.1:${metricsPort}`)) throw new StepFailed(`La alerta no dice de quién es: ${summary}`);
  console.log(`✓ Con el servidor detenido avisa: ${summary}`);
}

await main(async () => {
  requirePrograms({ promtool: 'prometheus', prometheus: 'prometheus' });
  await promtool('check', 'config', CONFIG);
  await promtool('test', 'rules', TESTS);
  const alerts = readYaml(RULES).groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
  const checks = expectEveryAlertTested(alerts);
  console.log(`✓ promtool: ${alerts.length} alertas, ${checks} comprobaciones de cuándo avisan y cuándo callan`);

  const folder = mkdtempSync(join(tmpdir(), 'libreta-prometheus-'));
  const stops = [];
  try {
    await scrape(folder, stops);
  } finally {
    for (const stop of stops.reverse()) await stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
