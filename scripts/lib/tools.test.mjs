import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isPostgresFolder, pathOfTool, prepareTools, TOOLS } from '../../tests/support/tools.ts';
import { root } from './run.mjs';

/** The files that may name programs of the machine, and why. */
const MAY_LOOK = {
  'tests/support/tools.ts': 'it is the one place that looks for tools',
  'scripts/lib/tools.test.mjs': 'it holds the patterns',
};

/** How a file looks for, installs or starts a program by itself. */
const LOOKING = [
  /apt-get/,
  /['"`]\/usr\/(?:bin\/(?:chrom|google)|lib\/postgresql)/,
  /\bpg_config\b/,
  /\.executablePath\(/,
  /env\.CHROMIUM_PATH/,
  /['"`]playwright['"`]?,?\s*['"`]?install/,
  /(?:spawn|exec|execFile)(?:Sync)?\(\s*['"`](?:chromium|pdf\w+|initdb|postgres|pg_\w+|psql|which|command)\b/,
];

const filesOf = (folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:[mc]?[jt]sx?)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length));

const configs = readdirSync(root).filter((name) => /\.config\.ts$/.test(name));
const files = [...['tests', 'bench', 'scripts', 'src'].flatMap(filesOf), ...configs];

const looksForTool = (text) => LOOKING.some((pattern) => pattern.test(text));

it('no part of the tests looks for a tool by itself', () => {
  expect(files.length).toBeGreaterThan(500);
  const looking = files.filter((file) => looksForTool(readFileSync(join(root, file), 'utf8')));
  expect(looking.toSorted()).toEqual(Object.keys(MAY_LOOK).toSorted());
});

it.each([
  "spawnSync('apt-get', ['install', 'chromium'])",
  "const path = '/usr/bin/chromium';",
  "readdirSync('/usr/lib/postgresql')",
  "execFileSync('pdftotext', [file])",
  'chromium.executablePath()',
  "spawn('initdb')",
])('%s is noticed as looking for a tool', (line) => {
  expect(looksForTool(line)).toBe(true);
});

describe('preparing the tools', () => {
  /** A machine on which nothing is installed, and where packages can be installed or not. */
  const machine = ({ packages = [], elsewhere = false } = {}) => {
    const installed = new Set();
    const lines = [];
    const tool = {
      ...{ name: 'Chromium', debianPackage: 'chromium', advice: 'install Chromium' },
      find: () => (installed.size > 0 ? '/somewhere/chromium' : undefined),
      installElsewhere: () => elsewhere && Boolean(installed.add('elsewhere')),
    };
    const installPackage = (name) => packages.includes(name) && Boolean(installed.add(name));
    return { tool, installed, lines, machine: { installPackage, say: (line) => lines.push(line) } };
  };

  it('says where a tool was found, and installs nothing then', () => {
    const { tool, installed, lines, machine: present } = machine({ packages: ['chromium'] });
    installed.add('before');
    prepareTools([tool], present);
    expect(lines).toEqual(['Chromium: found, /somewhere/chromium']);
    expect([...installed]).toEqual(['before']);
  });

  it.each([
    ['its package', { packages: ['chromium'] }, 'chromium'],
    ['another way, where there are no packages', { elsewhere: true }, 'elsewhere'],
  ])('installs a missing tool by %s', (_, able, way) => {
    const { tool, installed, lines, machine: bare } = machine(able);
    prepareTools([tool], bare);
    expect([...installed]).toEqual([way]);
    expect(lines).toEqual(['Chromium: missing, being installed…', 'Chromium: installed, /somewhere/chromium']);
  });

  it.each([
    ['replaced', ['chromium'], 'Chromium: installed, /somewhere/chromium', ['chromium']],
    ['kept where nothing can be installed', [], 'Chromium: cannot be installed, /usr/bin/other serves', []],
  ])('what only stands in for a tool is %s', (_, packages, line, there) => {
    const { tool, installed, lines, machine: present } = machine({ packages });
    const standIn = {
      ...tool,
      find: () => tool.find() ?? '/usr/bin/other',
      isSubstitute: (path) => path === '/usr/bin/other',
    };
    prepareTools([standIn], present);
    expect(lines).toEqual(['Chromium: missing, being installed…', line]);
    expect([...installed]).toEqual(there);
  });

  it('stops with one sentence for a tool that cannot be had', () => {
    const { tool, machine: closed } = machine();
    const sentence = 'There is no Chromium, and it could not be installed: install Chromium.';
    expect(() => prepareTools([tool], closed)).toThrow(sentence);
  });

  it('stops also where an installation that says it succeeded brought no program', () => {
    const { tool, machine: lying } = machine({ packages: ['chromium'] });
    expect(() => prepareTools([{ ...tool, find: () => undefined }], lying)).toThrow('There is no Chromium');
  });
});

it('a CHROMIUM_PATH that leads nowhere stops with one sentence, and installs nothing', () => {
  const before = process.env.CHROMIUM_PATH;
  process.env.CHROMIUM_PATH = '/nowhere/chromium';
  const sentence = 'There is no /nowhere/chromium, which CHROMIUM_PATH names.';
  const installPackage = () => expect.unreachable('a package is installed');
  try {
    expect(() => prepareTools([TOOLS.chromium], { installPackage, say: () => undefined })).toThrow(sentence);
    expect(() => pathOfTool('chromium')).toThrow(sentence);
  } finally {
    if (before === undefined) delete process.env.CHROMIUM_PATH;
    else process.env.CHROMIUM_PATH = before;
  }
});

describe('a folder of PostgreSQL', () => {
  const folderOf = (version, programs = ['postgres', 'initdb', 'pg_basebackup']) => {
    const folder = mkdtempSync(join(tmpdir(), 'libreta-postgres-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    for (const program of programs)
      writeFileSync(join(folder, program), `#!/bin/sh\necho '${program} (PostgreSQL) ${version}'\n`, { mode: 0o755 });
    return folder;
  };

  it.each([
    ['14.18 (Debian 14.18-1)', false],
    ['9.6.24', false],
    ['15.0', true],
    ['18beta1', true],
    ['nobody knows', false],
  ])('of version %s serves: %s', (version, serves) => {
    expect(isPostgresFolder(folderOf(version))).toBe(serves);
  });

  it('that lacks a program is none', () => {
    expect(isPostgresFolder(folderOf('17.2', ['postgres', 'initdb']))).toBe(false);
  });

  it('that is older is passed by for another', () => {
    const path = process.env.PATH;
    onTestFinished(() => {
      process.env.PATH = path;
    });
    const [old, recent] = [folderOf('13.2'), folderOf('16.1')];
    process.env.PATH = [old, recent].join(':');
    expect(TOOLS.postgres.find()).not.toBe(old);
    expect(isPostgresFolder(TOOLS.postgres.find())).toBe(true);
  });
});
