import { readMigrationFiles } from 'drizzle-orm/migrator';
import { expect, test } from 'vitest';
import { problemsOf } from '../../../tests/support/migration-rules.ts';
import { MIGRATION_TAGS } from '../../../tests/support/older-database.ts';
import { MIGRATIONS } from './migrate.ts';

const migrations = readMigrationFiles({ migrationsFolder: MIGRATIONS });

/** No installation is older, so no program uses what these remove. */
const BEFORE_THE_FIRST_RELEASE = new Set(MIGRATION_TAGS.slice(0, 12));
const ONLY_FOR_OLDER_PROGRAMS = /only in the version after|for the program of before/;
/** Installations have applied these already. */
const BEFORE_RIGHTS_OF_TRIGGERS = new Set(MIGRATION_TAGS.slice(0, 21));

test.each(MIGRATION_TAGS.map((tag, index) => [tag, migrations[index]?.sql ?? []] as const))(
  '%s does not block writers',
  (tag, statements) => {
    const problems = problemsOf(statements).filter(
      (problem) =>
        !(BEFORE_THE_FIRST_RELEASE.has(tag) && ONLY_FOR_OLDER_PROGRAMS.test(problem)) &&
        !(BEFORE_RIGHTS_OF_TRIGGERS.has(tag) && problem.includes('SECURITY DEFINER')),
    );
    expect(statements.length).toBeGreaterThan(0);
    expect(problems).toEqual([]);
  },
);

test.each([
  'UPDATE "nino" SET "sexo" = \'\'',
  '-- why\nUPDATE "nino" SET "sexo" = \'\'',
  'DELETE FROM "nino"',
  'INSERT INTO "nino" ("a") SELECT 1',
  'CREATE UNIQUE INDEX "a" ON "nino" USING btree ("hcu")',
  'ALTER TABLE "nino" ALTER COLUMN "hcu" SET DATA TYPE integer',
  'ALTER TABLE "nino" ALTER COLUMN "hcu" SET NOT NULL',
  'ALTER TABLE "nino" ADD CONSTRAINT "a" UNIQUE("hcu")',
  'ALTER TABLE "nino" ADD COLUMN "a" uuid DEFAULT gen_random_uuid() NOT NULL',
  'ALTER TABLE "nino" ADD COLUMN "a" text NOT NULL',
  'ALTER TABLE "nino" ADD COLUMN "a" bigint GENERATED ALWAYS AS IDENTITY',
  'ALTER TABLE "nino" DROP COLUMN "hcu"',
  'ALTER TABLE "nino" RENAME COLUMN "hcu" TO "b"',
  'DROP TABLE "nino"',
  'SELECT something()',
])('%s is reported', (statement) => {
  expect(problemsOf([statement])).toHaveLength(1);
});

test.each([
  'ALTER TABLE "nino" ADD COLUMN "a" boolean DEFAULT false NOT NULL',
  'ALTER TABLE "nino" ADD CONSTRAINT "a" CHECK (true)',
  `ALTER TABLE "nino" ADD COLUMN "a" timestamp (3) DEFAULT now() + interval '1 day' NOT NULL`,
  'CREATE INDEX "a" ON "nino" USING btree ("hcu")',
  'DROP INDEX "a"',
])('%s is accepted', (statement) => {
  expect(problemsOf([statement])).toEqual([]);
});

test('a trigger that writes a table of the same migration runs as its owner', () => {
  const trigger = (rights: string) =>
    `CREATE FUNCTION "a_changed"() RETURNS trigger LANGUAGE plpgsql${rights} AS $$BEGIN INSERT INTO a VALUES (NEW.b); RETURN NULL; END $$`;
  expect(problemsOf(['CREATE TABLE "a" ("b" uuid)', trigger('')])).toHaveLength(1);
  expect(
    problemsOf(['CREATE TABLE "a" ("b" uuid)', trigger(' SECURITY DEFINER SET search_path FROM CURRENT')]),
  ).toEqual([]);
});

test('any statement is accepted on a table that the migration creates', () => {
  expect(problemsOf(['CREATE TABLE "a" ("b" uuid)', 'CREATE UNIQUE INDEX "c" ON "a" USING btree ("b")'])).toEqual([]);
});
