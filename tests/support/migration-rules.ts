import { isBackfill } from '#server/db/backfills.ts';

/** Statements that would block or break an older program that still runs, with the reason. */
const FORBIDDEN: readonly { readonly pattern: RegExp; readonly because: string }[] = [
  {
    pattern: /^(?:UPDATE|DELETE FROM) "(\w+)"/,
    because: 'changes every row under one lock: fill it in part by part (backfills.ts)',
  },
  {
    pattern: /^INSERT INTO "(\w+)"[^;]*\bSELECT\b/i,
    because: 'copies rows under one lock: fill it in part by part (backfills.ts)',
  },
  { pattern: /^CREATE UNIQUE INDEX "\w+" ON "(\w+)"/, because: 'a unique index is built while nobody writes' },
  {
    pattern: /^ALTER TABLE "(\w+)" ALTER COLUMN "\w+" (?:SET DATA )?TYPE/,
    because: 'another type writes the table anew',
  },
  {
    pattern: /^ALTER TABLE "(\w+)" ALTER COLUMN "\w+" SET NOT NULL/,
    because: 'reads the whole table under the lock of all',
  },
  {
    pattern: /^ALTER TABLE "(\w+)" ADD CONSTRAINT "\w+" (?!FOREIGN KEY|CHECK)/,
    because: 'builds an index while nobody writes',
  },
  {
    // PostgreSQL evaluates now() once for the statement and stores the result beside the table.
    pattern: /^ALTER TABLE "(\w+)" ADD COLUMN .*(?:DEFAULT (?!now\(\))\w+\(|GENERATED)/,
    because: 'a default that is computed for each row writes the table anew',
  },
  {
    pattern: /^ALTER TABLE "(\w+)" ADD COLUMN (?=.*NOT NULL)(?!.*DEFAULT)/,
    because: 'fails where there are rows, and for the program of before',
  },
  {
    pattern: /^ALTER TABLE "(\w+)" (?:DROP COLUMN|RENAME)/,
    because: 'the program of before, which still runs, asks for it: only in the version after',
  },
  {
    pattern: /^DROP TABLE "(\w+)"/,
    because: 'the program of before, which still runs, asks for it: only in the version after',
  },
  { pattern: /^(?:CLUSTER|VACUUM FULL|REINDEX(?: TABLE| INDEX)?) "(\w+)"/, because: 'nobody reads meanwhile' },
];
/** A function may do anything to any table. */
const CALL = /^SELECT (\w+)\(/;
const CREATED = /^CREATE TABLE "(\w+)"/;
const TRIGGER = /^CREATE (?:OR REPLACE )?FUNCTION "(\w+)"\(\) RETURNS trigger(?![^$]*SECURITY DEFINER)/;
const WRITTEN = /\b(?:INSERT INTO|DELETE FROM|UPDATE) "?(\w+)/g;

/** Problems of one migration's statements. Tables that it creates itself are exempt. */
export function problemsOf(statements: readonly string[]): string[] {
  const bare = statements.map((statement) => statement.replace(/^(\s*--.*\n)*\s*/, ''));
  const own = new Set(bare.flatMap((statement) => CREATED.exec(statement)?.[1] ?? []));
  return bare.flatMap((statement) => {
    if (isBackfill(statement)) return [];
    const [, called] = CALL.exec(statement) ?? [];
    if (called) return [`${called}(): what a function does to tables is not seen here`];
    const [, trigger] = TRIGGER.exec(statement) ?? [];
    const written = trigger ? [...statement.matchAll(WRITTEN)].map(([, table = '']) => table) : [];
    if (written.some((table) => own.has(table)))
      return [`${trigger}: writes a new table, which needs SECURITY DEFINER for the program of before`];
    return FORBIDDEN.flatMap(({ pattern, because }) => {
      const [, table] = pattern.exec(statement) ?? [];
      return table && !own.has(table) ? [`${table}: ${because}`] : [];
    });
  });
}
