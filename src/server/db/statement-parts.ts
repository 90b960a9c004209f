import { sql } from 'drizzle-orm';

export const ONE_ROW = sql`(select 1) as once`;

export const partHasRows = (part: string) => sql<boolean>`exists (select 1 from ${sql.identifier(part)})`;
