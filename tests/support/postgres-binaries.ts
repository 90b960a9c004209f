import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installDebianPackage } from './debian-package.ts';

const DEBIAN_VERSIONS = '/usr/lib/postgresql';

const complete = (directory: string) => ['initdb', 'postgres'].every((name) => existsSync(join(directory, name)));

function debianDirectories(): string[] {
  if (!existsSync(DEBIAN_VERSIONS)) return [];
  const versions = readdirSync(DEBIAN_VERSIONS).sort((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(DEBIAN_VERSIONS, version, 'bin'));
}

function configuredDirectory(): string[] {
  try {
    return [execFileSync('pg_config', ['--bindir'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()];
  } catch {
    return [];
  }
}

function find(): string | undefined {
  const inPath = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return [...debianDirectories(), ...inPath].find(complete) ?? configuredDirectory().find(complete);
}

/** The folder of PostgreSQL's server programs, installed first if need be and possible. */
export function postgresBinaries(): string | undefined {
  return find() ?? (installDebianPackage('postgresql') ? find() : undefined);
}
