import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { settingNames } from '#server/base/config.ts';

const DEPLOY = resolve(import.meta.dirname, '../../deploy');
const read = (name: string) => readFileSync(join(DEPLOY, name), 'utf8');
/** Variables of Node, Patroni, HAProxy, Caddy and compose. */
const FOREIGN_VARIABLES = /^(NODE_ENV|POSTGRES_\w+|PATRONI_\w+|LIBRETA_DOMAIN)$/;
const ownVariables = (names: readonly string[]) => names.filter((name) => !FOREIGN_VARIABLES.test(name));
const namesIn = (text: string) => [...text.matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name);

describe('the container file', () => {
  const lines = read('Containerfile')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', '')
    .split('\n')
    .filter(Boolean);
  const of = (instruction: string) =>
    lines.filter((line) => line.startsWith(`${instruction} `)).map((line) => line.slice(instruction.length + 1));
  const environment = Object.fromEntries(of('ENV').flatMap((line) => line.split(' ').map((pair) => pair.split('='))));

  it('runs as an unprivileged user with files it does not own and keeps only its data', () => {
    expect(of('USER')).toEqual(['node']);
    expect(lines.indexOf('USER node')).toBeGreaterThan(lines.findLastIndex((line) => line.startsWith('RUN ')));
    expect(of('COPY').filter((line) => line.includes('--chown'))).toEqual([]);
    expect(of('VOLUME')).toEqual([environment.DATA_DIR]);
  });

  it('starts as a release does, on its declared port, with existing settings', () => {
    const { scripts } = JSON.parse(readFileSync(join(DEPLOY, '../package.json'), 'utf8'));
    const [flag] = /--max-semi-space-size=\d+/.exec(scripts.start) ?? [];
    expect(JSON.parse(of('CMD').at(-1) ?? '')).toEqual(['node', flag, 'dist/server/main.js']);
    expect(of('ENTRYPOINT')).toEqual(['[]']);
    expect(ownVariables(Object.keys(environment)).filter((name) => !settingNames.includes(name))).toEqual([]);
    expect(of('EXPOSE')).toEqual([environment.PORT]);
    expect(lines.join('\n')).not.toMatch(/SECRET|PASSWORD|PASSPHRASE|DATABASE_URL/);
  });

  it('checks its health with Node alone', () => {
    const [health = ''] = of('HEALTHCHECK');
    const [program, option, code] = JSON.parse(health.slice(health.indexOf('[')));
    expect([program, option]).toEqual(['node', '-e']);
    expect(() => new Function(code)).not.toThrow();
    expect(code).toContain('/api/health/live');
    expect(health).toMatch(/--start-period=\d+s/);
  });
});

describe('the compose file', () => {
  const service = z.looseObject({
    image: z.string(),
    restart: z.literal('unless-stopped'),
    read_only: z.literal(true),
    cap_drop: z.tuple([z.literal('ALL')]),
    security_opt: z.tuple([z.literal('no-new-privileges:true')]),
    environment: z.record(z.string(), z.string()),
    volumes: z.array(z.string()),
    tmpfs: z.array(z.string()).nonempty(),
    ports: z.array(z.string()).optional(),
    logging: z.object({ driver: z.string(), options: z.object({ 'max-size': z.string(), 'max-file': z.string() }) }),
  });
  const compose = z
    .looseObject({
      services: z.object({ proxy: service, app: service, database: service }),
      networks: z.looseObject({ inside: z.looseObject({ internal: z.literal(true) }) }),
      volumes: z.record(z.string(), z.unknown()),
      secrets: z.record(z.string(), z.object({ file: z.string() })),
    })
    .parse(parse(read('compose.yaml'), { merge: true }));
  const { proxy, app, database } = compose.services;

  it('publishes only the proxy and keeps the inner network internal', () => {
    expect([app.ports, database.ports]).toEqual([undefined, undefined]);
    expect(proxy.ports).toContain('443:443');
    expect(app.networks).toEqual(['inside']);
    expect(database.networks).toEqual(['inside']);
  });

  it('gives the application existing settings and trusts only the proxy', () => {
    const names = [...Object.keys(app.environment), ...namesIn(read('libreta.env.example'))];
    expect(ownVariables(names).filter((name) => !settingNames.includes(name))).toEqual([]);
    const { inside } = z.object({ inside: z.object({ ipv4_address: z.string() }) }).parse(proxy.networks);
    expect(app.environment.TRUST_PROXY).toBe(inside.ipv4_address);
    expect(read('Caddyfile')).toMatch(/header_up X-Request-Id \{http\.request\.uuid\}/);
    expect(read('Caddyfile')).toMatch(/reverse_proxy app:3000 /);
  });

  it('holds no secret and names existing files and volumes', () => {
    const text = read('compose.yaml');
    expect(text).not.toMatch(/(PASSWORD|PASSPHRASE|JWT_SECRET|DATABASE_URL): /);
    // Files beside this one would be copied into a release.
    const secret = [
      ...Object.values(compose.secrets).map(({ file }) => file),
      ...z.array(z.string()).parse(app.env_file),
    ];
    for (const file of secret) expect(file).toMatch(/^\$\{LIBRETA_ETC:-\/etc\/libreta\}\/\w/);
    for (const name of [proxy, app, database].flatMap(({ volumes }) => volumes.map((volume) => volume.split(':')[0]))) {
      if (name?.startsWith('./')) expect(existsSync(join(DEPLOY, name)), name).toBe(true);
      else expect(Object.keys(compose.volumes)).toContain(name);
    }
    const built = z.object({ dockerfile: z.string() }).parse(app.build);
    expect(existsSync(join(DEPLOY, '..', built.dockerfile))).toBe(true);
  });

  it('waits longer for the application to stop than a stop takes', () => {
    expect(app.stop_grace_period).toBe('45s');
  });
});

describe('the systemd unit', () => {
  const unit = read('libreta.service');
  const names = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, pairs = '']) =>
    pairs.split(' ').map((pair) => pair.split('=')[0] ?? ''),
  );

  it('starts as a release does, with existing settings', () => {
    expect(ownVariables(names).filter((name) => !settingNames.includes(name))).toEqual([]);
    expect(unit).toMatch(/^ExecStart=\/usr\/bin\/node --max-semi-space-size=32 dist\/server\/main\.js$/m);
  });

  it('gives the process access to its data only', () => {
    for (const line of ['DynamicUser=yes', 'ProtectSystem=strict', 'NoNewPrivileges=yes', 'CapabilityBoundingSet='])
      expect(unit.split('\n')).toContain(line);
    const folders = (/^StateDirectory=(.*)$/m.exec(unit)?.[1] ?? '').split(' ').map((name) => `/var/lib/${name}`);
    for (const [, folder = ''] of unit.matchAll(/_DIR=(\S+)/g)) expect(folders).toContain(folder);
    expect(unit).not.toMatch(/JWT_SECRET=|PASSPHRASE=|DATABASE_URL=/);
  });
});

describe('a command under systemd', () => {
  it('has the account, folders and restrictions of the service, and its passphrase', () => {
    const folder = mkdtempSync(join(tmpdir(), 'libreta-orden-'));
    try {
      // A systemd-run that prints its arguments.
      writeFileSync(join(folder, 'systemd-run'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
      const env = { PATH: `${folder}:${process.env.PATH}` };
      const output = execFileSync('sh', [join(DEPLOY, 'libreta-orden'), 'backup', 'a b'], { env, encoding: 'utf8' });
      const lines = output.trim().split('\n');
      const unit = read('libreta.service').split('\n');
      const of = (flag: string) =>
        lines.filter((line) => line.startsWith(`--${flag}=`)).map((line) => line.slice(flag.length + 3));
      for (const property of of('property')) expect(unit).toContain(property);
      expect(of('property')).toContain('DynamicUser=yes');
      const settings = unit.filter((line) => line.startsWith('Environment=')).join(' ');
      for (const setting of of('setenv')) expect(settings).toContain(setting);
      const last = lines.slice(lines.indexOf('/bin/sh'));
      expect([last[1], ...last.slice(-2)]).toEqual(['-c', 'backup', 'a b']);
      const shown = last[2]?.replace('exec /usr/bin/node', 'exec printf "%s\\n" "$BACKUP_PASSPHRASE_FILE"');
      const run = execFileSync(
        'sh',
        ['-c', `export CREDENTIALS_DIRECTORY=/run/c; ${shown?.replace('exec', '&& exec')}`, 'x', 'backup', 'a b'],
        { encoding: 'utf8' },
      );
      expect(run.trim().split('\n')).toEqual(['/run/c/backup_passphrase', 'scripts/start.mjs', 'backup', 'a b']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('high availability', () => {
  it('HAProxy gets every variable that its configuration reads', () => {
    const variables = [...read('ha/haproxy.cfg').matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name);
    expect([...new Set(variables)].sort()).toEqual(namesIn(read('ha/haproxy.env.example')).sort());
  });

  it('HAProxy checks paths that the Libreta and Patroni serve', () => {
    const paths = [...read('ha/haproxy.cfg').matchAll(/option httpchk \w+ (\S+)/g)].map(([, path]) => path);
    expect(paths).toEqual(['/api/health', '/api/health/live', '/primary', '/replica']);
  });

  it('a write on a single machine is not acknowledged, and Patroni has enough time', () => {
    const { dcs } = parse(read('ha/patroni.yml')).bootstrap;
    expect([dcs.synchronous_mode, dcs.synchronous_mode_strict]).toEqual([true, true]);
    expect(dcs.loop_wait + 2 * dcs.retry_timeout).toBeLessThanOrEqual(dcs.ttl);
  });
});
