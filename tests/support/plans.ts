import pg from 'pg';
import type { SentQuery } from './spied-queries.ts';

/** A node of the output of `explain (format json)`. */
interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Plan Rows': number;
  readonly Plans?: readonly Node[];
}

/** A scan of a table and the number of rows it read. */
export interface Scan {
  readonly how: string;
  readonly table: string;
  readonly rows: number;
  readonly mode: PlanMode;
}

/** The plan modes to check: prepared statements may also get a generic plan. */
export const plansOf = ({ name }: SentQuery): readonly PlanMode[] =>
  name ? ['force_custom_plan', 'force_generic_plan'] : ['force_custom_plan'];
type PlanMode = 'force_custom_plan' | 'force_generic_plan';

const isScan = (node: Node) => node['Node Type'].endsWith('Scan') && node['Node Type'] !== 'Bitmap Index Scan';

function scansOf(node: Node, mode: PlanMode): Scan[] {
  const inside = (node.Plans ?? []).flatMap((child) => scansOf(child, mode));
  const table = node['Relation Name'];
  if (!isScan(node) || table === undefined) return inside;
  const loops = node['Actual Loops'] ?? 1;
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  const each = (node['Actual Rows'] ?? node['Plan Rows']) + removed;
  const how = [node['Node Type'], node['Index Name']].filter(Boolean).join(' ');
  return [{ how, table, rows: Math.round(each * loops), mode }, ...inside];
}

/** Reads can be run and rolled back to count their rows. */
const isRead = (text: string) =>
  /^\s*(select|with)\b/i.test(text) && !/\b(insert into|update|delete from)\s+"?\w/i.test(text);

/** The scans of a statement in one plan mode. Reads are executed to count their rows; writes are only planned. */
export async function explain(client: pg.Client, { text, values }: SentQuery, mode: PlanMode): Promise<Scan[]> {
  await client.query('begin');
  try {
    await client.query(`set local plan_cache_mode = ${mode}`);
    await client.query(`prepare explained as ${text}`);
    const given = values.map((value) => literal(value)).join(', ');
    const analyzed = isRead(text) ? 'analyze, timing off, ' : '';
    const { rows } = await client.query(
      `explain (${analyzed}format json) execute explained${given ? ` (${given})` : ''}`,
    );
    const [{ Plan: plan }] = rows[0]['QUERY PLAN'] as [{ Plan: Node }];
    return scansOf(plan, mode);
  } finally {
    await client.query('rollback');
    await client.query('deallocate all');
  }
}

/** PostgreSQL makes this many custom plans before it considers a generic one. */
const CUSTOM_PLANS_FIRST = 5;

/** Whether PostgreSQL uses a generic plan for a statement after some executions. */
export async function keepsItsPlan(client: pg.Client, { text, values }: SentQuery): Promise<boolean> {
  const given = values.map((value) => literal(value)).join(', ');
  try {
    await client.query(`prepare kept as ${text}`);
    for (let i = 0; i <= CUSTOM_PLANS_FIRST; i += 1) await client.query(`execute kept${given ? ` (${given})` : ''}`);
    const { rows } = await client.query(`select generic_plans from pg_prepared_statements where name = 'kept'`);
    return Number(rows[0]?.generic_plans) > 0;
  } finally {
    await client.query('deallocate all');
  }
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((each) => JSON.stringify(String(each))).join(',')}}`);
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (Buffer.isBuffer(value)) return pg.escapeLiteral(`\\x${value.toString('hex')}`);
  return pg.escapeLiteral(typeof value === 'object' ? JSON.stringify(value) : String(value));
}
