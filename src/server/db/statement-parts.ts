import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

export const ONE_ROW = sql`(select 1) as once`;

export const partHasRows = (part: string) => sql<boolean>`exists (select 1 from ${sql.identifier(part)})`;

/** Texts with other characters than printable ASCII. They are few, and each table with a search has an index of them. */
export const hasOtherCharacters = (text: SQLWrapper): SQL => sql`${text} ~ '[^ -~]'`;
