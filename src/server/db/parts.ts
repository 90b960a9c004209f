import { sql } from 'drizzle-orm';

export const ONCE = sql`(select 1) as once`;

export const isThere = (part: string) => sql<boolean>`exists (select 1 from ${sql.identifier(part)})`;
