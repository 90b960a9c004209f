import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isPostgresFolder, pathOfTool, prepareTools, TOOLS } from '../../tests/support/tools.ts';
import { root } from './run.mjs';

/** Files that may name programs of the machine, with the reason. */
const MAY_LOOK = {
  'tests/support/tools.ts': 'it is the one place that looks for tools',
  'scripts/lib/tools.test.mjs': 'it holds the patterns',
  // No part of the tests uses these. They stop with a sentence that names a package of Debian.
  'scripts/lib/needed-programs.mjs': 'the commands try:container, try:prometheus and try:systemd',
  'scripts/lib/needed-programs.test.mjs': 'it compares that sentence',
  'bench/ha/pgbouncer.ts': 'a scene of the bench that only runs if it is named',
};

/** Programs outside Node and the project. */
const BROWSER = 'chrome|chromium(?:-\\w+)*|google-chrome(?:-\\w+)?';
const POSTGRES = 'postgres|postmaster|psql|initdb|createdb|dropdb|createuser|pg_\\w+';
const POPPLER = 'pdf(?:totext|fonts|images|toppm|info)';
const PROGRAM = `(?:${BROWSER}|${POSTGRES}|${POPPLER})`;
const INSTALLER = '(?:apt|apt-get|aptitude|dpkg|apk|dnf|yum|brew)';
const QUOTE = '[\'"`]';
const START = '\\b(?:spawn|exec|execFile|fork)(?:Sync)?\\(\\s*';

/** How a file can look for, install or start a program. */
const LOOKING = [
  /apt-get/,
  /['"`]\/usr\/lib\/['"`+ ]*postgresql/,
  new RegExp(`${QUOTE}(?:/[\\w.-]+)+/${PROGRAM}${QUOTE}`),
  /\bpg_config\b/,
  /\.executablePath\(/,
  // A browser that Playwright would look for.
  /\.launch(?:PersistentContext|Server)?\((?![^;]*\bexecutablePath\b)/,
  /\bchannel: *['"`](?:chrom|msedge)/,
  /\b(?:CHROMIUM_PATH|CHROME_BIN|CHROME_PATH)\b/,
  /['"`]playwright['"`]?,?\s*['"`]?install/,
  /playwright[\w/-]*\/cli\.js['"`]?,?\s*\[?\s*['"`]?install/,
  /\bcommand -v\b/,
  // By its name, or in a shell.
  new RegExp(`${START}${QUOTE}(?:${PROGRAM}|which|whereis|command)(?:${QUOTE}|\\s)`),
  new RegExp(`${START}${QUOTE}(?:sudo${QUOTE}, *\\[ *${QUOTE})?${INSTALLER}(?:${QUOTE}|\\s)`),
  new RegExp(`${QUOTE}-l?c${QUOTE}, *${QUOTE}(?:[^'"\`]*[;&|] *)?(?:${PROGRAM}|${INSTALLER}|which|whereis)\\s`),
  // By a variable with its name.
  new RegExp(`\\b(?:const|let) \\w+ = ${QUOTE}(?:${BROWSER}|psql|initdb|postmaster|createdb|${POPPLER})${QUOTE}`),
];

const filesOf = (folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:[mc]?[jt]sx?)$/.test(entry.name))
    // The validators of FHIR have packages of their own.
    .filter((entry) => !entry.parentPath.includes('node_modules'))
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
  "spawn('apt', ['install', '-y', 'chromium'])",
  "spawn('sudo', ['apt', 'install', 'chromium'])",
  "execSync('dpkg -i chromium.deb')",
  "const path = '/usr/bin/chromium';",
  "existsSync('/usr/local/bin/chromium')",
  "existsSync('/opt/google/chrome/chrome')",
  "execFileSync('/usr/bin/pdftotext', [file])",
  "existsSync('/usr/bin/psql')",
  "readdirSync('/usr/lib/postgresql')",
  "readdirSync('/usr/lib/' + 'postgresql')",
  "execFileSync('pdftotext', [file])",
  "const program = 'psql'; spawn(program)",
  "execFileSync('google-chrome')",
  "execFileSync('createdb', ['libreta'])",
  "execSync('psql -l')",
  "execFileSync('sh', ['-c', 'initdb -D x'])",
  "spawn('sh', ['-c', 'command -v psql'])",
  "execSync('which chromium')",
  "spawn('sh', ['-c', 'cd /; which chromium'])",
  'chromium.executablePath()',
  'await chromium.launch()',
  'await chromium.launch({ args })',
  "await chromium.launchPersistentContext('', { headless: true }); const executablePath = 1;",
  "await chromium.launch({ channel: 'chrome', executablePath })",
  'process.env.CHROMIUM_PATH',
  "process.env['CHROMIUM_PATH']",
  'const { CHROMIUM_PATH } = process.env',
  "spawnSync('npx', ['playwright', 'install'])",
  "spawn(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'])",
  "tool('@playwright/test/cli.js', ['install'])",
  "spawn('initdb')",
])('%s is noticed as looking for a tool', (line) => {
  expect(looksForTool(line)).toBe(true);
});

it.each([
  "chromium.launch({ executablePath: pathOfTool('chromium'), args })",
  "pathOfTool('postgres')",
  "spawn(join(pathOfTool('postgres'), program))",
  "poppler('pdftotext', file)",
  "tool('@playwright/test/cli.js', ['test'])",
  "execFileSync('tar', ['-xzf', archive])",
  "const url = 'postgres://app@127.0.0.1/libreta';",
])('%s is not', (line) => {
  expect(looksForTool(line)).toBe(false);
});

describe('preparing the tools', () => {
  /** A machine without the programs, where packages can be installed or not. */
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

  it('prints where a tool is and installs nothing', () => {
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

  it('stops with one sentence if a tool cannot be installed', () => {
    const { tool, machine: closed } = machine();
    const sentence = 'There is no Chromium, and it could not be installed: install Chromium.';
    expect(() => prepareTools([tool], closed)).toThrow(sentence);
  });

  it('stops if an installation reports success without a program', () => {
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

describe('an installed program', () => {
  const programOf = (script) => {
    const folder = mkdtempSync(join(tmpdir(), 'libreta-program-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const program = join(folder, 'chromium');
    writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return program;
  };
  const quiet = { installPackage: () => expect.unreachable('a package is installed'), say: () => undefined };
  const toolAt = (program) => ({ ...TOOLS.chromium, find: () => program });

  it('is used if it starts', () => {
    expect(() => prepareTools([toolAt(programOf('echo Chromium 140'))], quiet)).not.toThrow();
  });

  it.each([
    ['echo "chromium: cannot open libnss3.so" >&2; exit 127', 'cannot open libnss3.so'],
    ['exit 3', 'it ended with 3'],
  ])('and does not start, stops with one sentence: %s', (script, why) => {
    const program = programOf(script);
    expect(() => prepareTools([toolAt(program)], quiet)).toThrow(
      new RegExp(`^Chromium at ${program} does not start \\(.*${why}\\): install Chromium`),
    );
  });

  it('stops the run if it may not be started', () => {
    expect(() => prepareTools([toolAt(join(tmpdir(), 'no such program'))], quiet)).toThrow('does not start');
  });
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

  it('without all programs is not used', () => {
    expect(isPostgresFolder(folderOf('17.2', ['postgres', 'initdb']))).toBe(false);
  });

  it('of an older version is skipped', () => {
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
