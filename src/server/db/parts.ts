import { sql } from 'drizzle-orm';

/** What is selected from when only the parts of a statement matter: it gives one row. */
export const ONCE = sql`(select 1) as once`;

/** Whether a part of a statement gave any row. */
export const isThere = (part: string) => sql<boolean>`exists (select 1 from ${sql.identifier(part)})`;
