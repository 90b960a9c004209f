import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { JOBS, QUICK_JOBS } from './jobs/index.ts';

export interface Options {
  readonly sizes: readonly number[];
  readonly jobs: readonly string[];
  readonly scenes: readonly string[];
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
  /** Minutes of mixed load; 0 for none. */
  readonly mixed: number;
  readonly quick: boolean;
  /** The built server, and the built command that fills a database for it. */
  readonly server: string | undefined;
  readonly populate: string | undefined;
  /** Part of the database names, for databases that are reused by later runs. */
  readonly label: string;
  readonly out: string | undefined;
}

/** The measurements besides the jobs. */
const SCENES = [
  'meanwhile',
  'processes',
  'embedded',
  'journal',
  'booklets',
  'evening',
  'importing',
  'exporting',
] as const;

/** Measured only if named, because they need programs that few machines have. */
const NAMED_SCENES = ['pooler'] as const;

const QUICK_SCENES = ['booklets'];
export const QUICK_SIZES = [2_000];

const HELP = `npm run bench -- [--quick] [--sizes=10000,1000000] [--jobs=${Object.keys(JOBS).join(',')}]
  [--scenes=${[...SCENES, ...NAMED_SCENES].join(',')}] [--rounds=6] [--seconds=2.5] [--connections=16] [--mixed=10] [--processes=2]
  [--server=dist/server/main.js --populate=dist/server/populate.js --label=before] [--out=table.md]
With DATABASE_URL the databases are made there and kept; without it on a PostgreSQL of its own, thrown away at the end.`;

const OPTIONS = {
  quick: { type: 'boolean' },
  help: { type: 'boolean' },
  sizes: { type: 'string' },
  jobs: { type: 'string' },
  scenes: { type: 'string' },
  rounds: { type: 'string' },
  seconds: { type: 'string' },
  connections: { type: 'string' },
  mixed: { type: 'string' },
  processes: { type: 'string' },
  server: { type: 'string' },
  populate: { type: 'string' },
  label: { type: 'string' },
  out: { type: 'string' },
} as const;

/** The problem with the command line, in one sentence. */
class InvalidOption extends Error {}

function pickNames(text: string | undefined, all: readonly string[], otherwise: readonly string[]): readonly string[] {
  if (text === undefined) return otherwise;
  const names = text.split(',').filter(Boolean);
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new InvalidOption(`Unknown: ${unknown.join(', ')}. There are ${all.join(', ')}.`);
  return names;
}

function numberOf(name: string, text: string | undefined, otherwise: number, least: number): number {
  const value = text === undefined ? otherwise : Number(text);
  if (text === '' || !(value >= least)) throw new InvalidOption(`--${name} is a number from ${least} on.`);
  return value;
}

function existingPath(name: string, path: string | undefined): string | undefined {
  if (path !== undefined && !existsSync(path)) throw new InvalidOption(`--${name}: there is no ${path}.`);
  return path;
}

function read(args: string[]): Options {
  const { values } = parseArgs({ args, options: OPTIONS });
  if (values.help) {
    console.log(HELP);
    process.exit(0);
  }
  const quick = values.quick === true;
  const scenes = pickNames(
    values.scenes,
    [...SCENES, ...NAMED_SCENES],
    quick ? QUICK_SCENES : values.jobs !== undefined ? [] : SCENES,
  );
  const sizes = values.sizes?.split(',').map((size) => numberOf('sizes', size, Number.NaN, 1));
  if (values.out !== undefined) existingPath('out', dirname(resolve(values.out)));
  return {
    quick,
    sizes: sizes ?? (quick ? QUICK_SIZES : [10_000, 1_000_000]),
    jobs: pickNames(values.jobs, Object.keys(JOBS), quick ? QUICK_JOBS : Object.keys(JOBS)),
    scenes: values.processes === undefined || scenes.includes('processes') ? scenes : [...scenes, 'processes'],
    rounds: numberOf('rounds', values.rounds, quick ? 2 : 6, 1),
    seconds: numberOf('seconds', values.seconds, quick ? 0.8 : 2.5, 0.1),
    connections: numberOf('connections', values.connections, 16, 1),
    mixed: numberOf('mixed', values.mixed, 0, 0),
    server: existingPath('server', values.server),
    populate: existingPath('populate', values.populate),
    label: values.label ?? 'now',
    out: values.out,
  };
}

/** Parses the options. On an invalid command line it prints the problem and exits with 1. */
export function readOptions(args: string[]): Options {
  try {
    return read(args);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (!(error instanceof InvalidOption) && !code.startsWith('ERR_PARSE_ARGS')) throw error;
    console.error(`${message}\n\n${HELP}`);
    process.exit(1);
  }
}
