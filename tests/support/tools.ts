import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';

/**
 * The programs that tests and benches need besides Node. Only this module looks for them and installs them; `npm test` prepares them before its first
 * part.
 */
export interface Tool {
  readonly name: string;
  /** The Debian package that contains it. */
  readonly debianPackage: string;
  /** The end of a sentence that says how to install it by hand. */
  readonly advice: string;
  /** @returns the path of the program or folder, if installed @throws Error with one sentence if a setting names a missing program */
  find(): string | undefined;
  /** Starts the program once. @returns a line with the problem, if there is one */
  trouble?(path: string): string | undefined;
  /** Whether the found program is only a substitute, used when this one cannot be installed. */
  isSubstitute?(path: string): boolean;
  /** Another way to install it, without Debian packages. @returns whether it succeeded */
  installElsewhere?(): boolean;
}

const inPath = (program: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path));

/** Loaded lazily, because server tests only need PostgreSQL. */
const chromiumOfPlaywright = (): string => createRequire(import.meta.url)('@playwright/test').chromium.executablePath();

/** A downloaded browser may lack system libraries. */
function troubleOf(program: string): string | undefined {
  const { status, error, stderr } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  if (status === 0) return undefined;
  return error?.message ?? (stderr.trim().split('\n')[0] || `it ended with ${status}`);
}

const CHROMIUM_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const chromiumTool: Tool = {
  name: 'Chromium',
  debianPackage: 'chromium',
  advice: 'install Chromium, or set CHROMIUM_PATH to the path of its program',
  find() {
    const chosen = process.env.CHROMIUM_PATH;
    if (chosen && !existsSync(chosen)) throw new Error(`There is no ${chosen}, which CHROMIUM_PATH names.`);
    if (chosen) return chosen;
    return CHROMIUM_PATHS.find((path) => existsSync(path)) ?? [chromiumOfPlaywright()].find((path) => existsSync(path));
  },
  trouble: troubleOf,
  installElsewhere: () =>
    spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], { stdio: 'ignore' })
      .status === 0,
};

const CHROMIUM_SHELL = '/usr/bin/chromium-headless-shell';

/** Chromium without its user interface, for page tests; device tests use the full one. */
const chromiumShellTool: Tool = {
  name: 'Chromium headless shell',
  debianPackage: 'chromium-headless-shell',
  advice: chromiumTool.advice,
  find: () => (!process.env.CHROMIUM_PATH && existsSync(CHROMIUM_SHELL) ? CHROMIUM_SHELL : chromiumTool.find()),
  trouble: troubleOf,
  isSubstitute: (path) => path !== process.env.CHROMIUM_PATH && CHROMIUM_PATHS.includes(path),
};

const POSTGRES_VERSIONS = '/usr/lib/postgresql';

/** Program folders of PostgreSQL, newest version first. */
function postgresFolders(): string[] {
  const versions = existsSync(POSTGRES_VERSIONS) ? readdirSync(POSTGRES_VERSIONS) : [];
  const debian = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(POSTGRES_VERSIONS, version, 'bin'));
  return [...debian, ...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...configuredFolder()];
}

function configuredFolder(): string[] {
  if (!inPath('pg_config')) return [];
  return [execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim()];
}

/** The oldest usable version. */
const POSTGRES_VERSION = 15;

/** Whether a folder contains a usable server: `postgres (PostgreSQL) 15.4 (Debian 15.4-1)`. */
export function isPostgresFolder(folder: string): boolean {
  const [server, ...others] = ['postgres', 'initdb', 'pg_basebackup'].map((program) => join(folder, program));
  if (!server || ![server, ...others].every((path) => existsSync(path))) return false;
  const { stdout } = spawnSync(server, ['--version'], { encoding: 'utf8' });
  return Number(/\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1]) >= POSTGRES_VERSION;
}

const postgresTool: Tool = {
  name: 'PostgreSQL',
  debianPackage: 'postgresql',
  advice: `install the server programs of PostgreSQL ${POSTGRES_VERSION} or newer (initdb, postgres, pg_basebackup)`,
  find: () => postgresFolders().find(isPostgresFolder),
};

const popplerTool: Tool = {
  name: 'Poppler',
  debianPackage: 'poppler-utils',
  advice: 'install Poppler (pdftotext, pdffonts, pdfimages, pdftoppm), with which PDFs are read',
  find() {
    const program = inPath('pdftotext');
    return program && dirname(program);
  },
};

export const TOOLS = {
  chromium: chromiumTool,
  chromiumShell: chromiumShellTool,
  postgres: postgresTool,
  poppler: popplerTool,
};
export type ToolKey = keyof typeof TOOLS;

/** The parts of the machine that {@link prepareTools} uses. */
export interface Machine {
  /** Installs a Debian package. @returns whether it succeeded */
  installPackage(name: string): boolean;
  say(line: string): void;
}

/** Waits for another installation, but not for a missing network. */
const PATIENCE = ['DPkg::Lock::Timeout=300', 'Acquire::http::Timeout=10', 'Acquire::https::Timeout=10'];

const aptGet = (...args: string[]) =>
  spawnSync('apt-get', ['-qq', ...PATIENCE.flatMap((option) => ['-o', option]), ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'],
  }).status === 0;

const thisMachine: Machine = {
  installPackage(name) {
    if (process.getuid?.() !== 0 || inPath('apt-get') === undefined) return false;
    // Failures are ignored: an unreachable source may not be the one with the package.
    aptGet('update');
    return aptGet('install', '-y', '--no-install-recommends', name);
  },
  say: (line) => console.log(line),
};

const missing = ({ name, advice }: Tool) => `There is no ${name}, and it could not be installed: ${advice}.`;

/** @throws Error with one sentence if a tool does not start */
function expectToStart({ name, advice, trouble }: Tool, path: string): void {
  const why = trouble?.(path);
  if (why) throw new Error(`${name} at ${path} does not start (${why}): ${advice}.`);
}

/** Finds tools, installs missing ones, and reports which. @throws Error with one sentence for the first tool that cannot be installed or started */
export function prepareTools(tools: readonly Tool[], machine: Machine = thisMachine): void {
  for (const tool of tools) {
    const present = tool.find();
    if (present && !tool.isSubstitute?.(present)) {
      expectToStart(tool, present);
      machine.say(`${tool.name}: found, ${present}`);
      continue;
    }
    machine.say(`${tool.name}: missing, being installed…`);
    const installed = machine.installPackage(tool.debianPackage) || tool.installElsewhere?.() === true;
    const path = installed ? tool.find() : undefined;
    if (path ?? present) expectToStart(tool, path ?? present ?? '');
    if (path) machine.say(`${tool.name}: installed, ${path}`);
    else if (present) machine.say(`${tool.name}: cannot be installed, ${present} serves`);
    else throw new Error(missing(tool));
  }
}

/** For benches, which are commands of their own. @returns the path of a tool, installed if missing @throws Error as {@link prepareTools} */
export function preparedTool(key: ToolKey): string {
  prepareTools([TOOLS[key]]);
  return pathOfTool(key);
}

/** @returns the path of a prepared tool @throws Error with one sentence if it is not installed */
export function pathOfTool(key: ToolKey): string {
  const path = TOOLS[key].find();
  if (!path) throw new Error(`There is no ${TOOLS[key].name}: ${TOOLS[key].advice}, or run \`npm test -- tools\`.`);
  return path;
}
