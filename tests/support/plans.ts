import pg from 'pg';
import type { Sent } from './spied-queries.ts';

/** A node of a plan as `explain (format json)` tells it. */
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

/** One scan of a table, with so many rows looked at. */
export interface Scan {
  readonly how: string;
  readonly table: string;
  readonly rows: number;
  readonly mode: PlanMode;
}

/** How PostgreSQL plans it: with the values that were sent, and what is prepared under a name also without knowing them. */
export const plansOf = ({ name }: Sent): readonly PlanMode[] =>
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

/** Whether running it once more, to be undone, does no harm and tells how many rows it looks at. */
const isRead = (text: string) =>
  /^\s*(select|with)\b/i.test(text) && !/\b(insert into|update|delete from)\s+"?\w/i.test(text);

/**
 * The scans of a statement, planned in one way. What reads is run, and tells what it really looked at; what writes is only planned.
 */
export async function explain(client: pg.Client, { text, values }: Sent, mode: PlanMode): Promise<Scan[]> {
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

/** PostgreSQL compares what it planned with the values this often before it keeps a plan. */
const BEFORE_KEPT = 5;

/** Whether PostgreSQL plans a statement once: not so where it takes a plan made for the values to be cheaper each time. */
export async function keepsItsPlan(client: pg.Client, { text, values }: Sent): Promise<boolean> {
  const given = values.map((value) => literal(value)).join(', ');
  try {
    await client.query(`prepare kept as ${text}`);
    for (let i = 0; i <= BEFORE_KEPT; i += 1) await client.query(`execute kept${given ? ` (${given})` : ''}`);
    const { rows } = await client.query(`select generic_plans from pg_prepared_statements where name = 'kept'`);
    return Number(rows[0]?.generic_plans) > 0;
  } finally {
    await client.query('deallocate all');
  }
}

/** A value as the driver would send it. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((each) => JSON.stringify(String(each))).join(',')}}`);
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (Buffer.isBuffer(value)) return pg.escapeLiteral(`\\x${value.toString('hex')}`);
  return pg.escapeLiteral(typeof value === 'object' ? JSON.stringify(value) : String(value));
}
