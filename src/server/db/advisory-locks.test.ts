import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { ADVISORY_LOCKS } from './advisory-locks.ts';

const SERVER = resolve(import.meta.dirname, '..');
const LIST = 'db/advisory-locks.ts';
/** Calls that take an advisory lock, in TypeScript and in the functions of migrations; captures the argument. */
const LOCKING = /pg_(?:try_)?advisory_(?:xact_)?(?:lock|unlock)(?:_shared|_all)?\(([^)]*)/gi;
/** A number of the list, the hash of an id, or a parameter of the statement. */
const MAY_NAME = /^\$\{ADVISORY_LOCKS\.(\w+)\}$|^hashtextextended\(|^\$1$/;

const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.(ts|sql)$/.test(name) && !name.endsWith('.test.ts') && name !== LIST,
);
const locks = files.flatMap((file) =>
  [...readFileSync(join(SERVER, file), 'utf8').matchAll(LOCKING)].map(([, what = '']) => ({ file, what })),
);

it('no two advisory locks share a number', () => {
  const numbers = Object.values(ADVISORY_LOCKS);
  expect(new Set(numbers).size).toBe(numbers.length);
});

it('every advisory lock of the server takes its number from the list', () => {
  expect(locks.length).toBeGreaterThan(5);
  const ofMigrations = new Set(locks.filter(({ file }) => file.endsWith('.sql')).map(({ what }) => Number(what)));
  expect([...ofMigrations]).toEqual([ADVISORY_LOCKS.figures]);
  const ofCode = locks.filter(({ file }) => file.endsWith('.ts'));
  expect(ofCode.filter(({ what }) => !MAY_NAME.test(what))).toEqual([]);
});

it('the number of an advisory lock is written only in the list', () => {
  const written = Object.values(ADVISORY_LOCKS).map((number) => String(number));
  const isWritten = (file: string) => {
    const bare = readFileSync(join(SERVER, file), 'utf8').replaceAll(/(?<=\d)_(?=\d)/g, '');
    return written.some((number) => bare.includes(number));
  };
  expect(files.filter((file) => file.endsWith('.ts') && isWritten(file))).toEqual([]);
});
