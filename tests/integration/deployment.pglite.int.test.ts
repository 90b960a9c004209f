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
/** What Node itself reads, and Patroni, HAProxy, Caddy and compose: not ours. */
const OF_OTHERS = /^(NODE_ENV|POSTGRES_\w+|PATRONI_\w+|LIBRETA_DOMAIN)$/;
const ours = (names: readonly string[]) => names.filter((name) => !OF_OTHERS.test(name));
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

  it('runs as nobody in particular, from files that are not its own, and keeps only its data', () => {
    expect(of('USER')).toEqual(['node']);
    expect(lines.indexOf('USER node')).toBeGreaterThan(lines.findLastIndex((line) => line.startsWith('RUN ')));
    expect(of('COPY').filter((line) => line.includes('--chown'))).toEqual([]);
    expect(of('VOLUME')).toEqual([environment.DATA_DIR]);
  });

  it('starts as a release does, on the port that it names, with settings that there are', () => {
    const { scripts } = JSON.parse(readFileSync(join(DEPLOY, '../package.json'), 'utf8'));
    const [flag] = /--max-semi-space-size=\d+/.exec(scripts.start) ?? [];
    expect(JSON.parse(of('CMD').at(-1) ?? '')).toEqual(['node', flag, 'dist/server/main.js']);
    expect(ours(Object.keys(environment)).filter((name) => !settingNames.includes(name))).toEqual([]);
    expect(of('EXPOSE')).toEqual([environment.PORT]);
    expect(lines.join('\n')).not.toMatch(/SECRET|PASSWORD|PASSPHRASE|DATABASE_URL/);
  });

  it('asks its health by Node alone', () => {
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

  it('lets nobody in but by the proxy, and nothing of the inside out', () => {
    expect([app.ports, database.ports]).toEqual([undefined, undefined]);
    expect(proxy.ports).toContain('443:443');
    expect(app.networks).toEqual(['inside']);
    expect(database.networks).toEqual(['inside']);
  });

  it('gives the application settings that there are, and trusts the one proxy', () => {
    const told = [...Object.keys(app.environment), ...namesIn(read('libreta.env.example'))];
    expect(ours(told).filter((name) => !settingNames.includes(name))).toEqual([]);
    const { inside } = z.object({ inside: z.object({ ipv4_address: z.string() }) }).parse(proxy.networks);
    expect(app.environment.TRUST_PROXY).toBe(inside.ipv4_address);
    expect(read('Caddyfile')).toMatch(/header_up X-Request-Id \{http\.request\.uuid\}/);
    expect(read('Caddyfile')).toMatch(/reverse_proxy app:3000 /);
  });

  it('holds no secret, and names files and volumes that there are', () => {
    const text = read('compose.yaml');
    expect(text).not.toMatch(/(PASSWORD|PASSPHRASE|JWT_SECRET|DATABASE_URL): /);
    // Beside this file they would go into a release.
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

  it('waits longer for the application to stop than that takes', () => {
    expect(app.stop_grace_period).toBe('45s');
  });
});

describe('the unit for systemd', () => {
  const unit = read('libreta.service');
  const told = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, pairs = '']) =>
    pairs.split(' ').map((pair) => pair.split('=')[0] ?? ''),
  );

  it('starts as a release does, with settings that there are', () => {
    expect(ours(told).filter((name) => !settingNames.includes(name))).toEqual([]);
    expect(unit).toMatch(/^ExecStart=\/usr\/bin\/node --max-semi-space-size=32 dist\/server\/main\.js$/m);
  });

  it('keeps what runs from everything but its data', () => {
    for (const line of ['DynamicUser=yes', 'ProtectSystem=strict', 'NoNewPrivileges=yes', 'CapabilityBoundingSet='])
      expect(unit.split('\n')).toContain(line);
    const folders = (/^StateDirectory=(.*)$/m.exec(unit)?.[1] ?? '').split(' ').map((name) => `/var/lib/${name}`);
    for (const [, folder = ''] of unit.matchAll(/_DIR=(\S+)/g)) expect(folders).toContain(folder);
    expect(unit).not.toMatch(/JWT_SECRET=|PASSPHRASE=|DATABASE_URL=/);
  });
});

describe('a command under systemd', () => {
  it('has the account, the folders and the walls of the service, and its passphrase', () => {
    const folder = mkdtempSync(join(tmpdir(), 'libreta-orden-'));
    try {
      // What systemd would do with it last: start the command, with the credential where it says.
      writeFileSync(join(folder, 'systemd-run'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
      const env = { PATH: `${folder}:${process.env.PATH}` };
      const told = execFileSync('sh', [join(DEPLOY, 'libreta-orden'), 'backup', 'a b'], { env, encoding: 'utf8' });
      const lines = told.trim().split('\n');
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
  it('HAProxy is told everything that its file asks the environment for', () => {
    const asked = [...read('ha/haproxy.cfg').matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name);
    expect([...new Set(asked)].sort()).toEqual(namesIn(read('ha/haproxy.env.example')).sort());
  });

  it('HAProxy asks addresses that the Libreta and Patroni have', () => {
    const asked = [...read('ha/haproxy.cfg').matchAll(/option httpchk \w+ (\S+)/g)].map(([, path]) => path);
    expect(asked).toEqual(['/api/health', '/api/health/live', '/primary', '/replica']);
  });

  it('nothing is acknowledged that a single machine has, and Patroni has the time it needs', () => {
    const { dcs } = parse(read('ha/patroni.yml')).bootstrap;
    expect([dcs.synchronous_mode, dcs.synchronous_mode_strict]).toEqual([true, true]);
    expect(dcs.loop_wait + 2 * dcs.retry_timeout).toBeLessThanOrEqual(dcs.ttl);
  });
});
