import { setTimeout as wait } from 'node:timers/promises';
import { markdown } from '../table.ts';
import { type Cluster, compareSaves } from './cluster.ts';
import { failureCount, type People, type Span } from './people.ts';

const textOf = ({ failed }: Span) =>
  Object.entries(failed)
    .map(([message, count]) => `${count} × ${message}`)
    .join('; ');

/** Steps during which people work: what was acknowledged, lost, doubled and refused in each, and how long it took. */
export function createTrial(cluster: Cluster, people: People, since: Date) {
  const saves: string[][] = [];
  const turns: string[][] = [];
  const failures: string[] = [];
  return {
    failures,
    /** Does something while people work, then waits until saves are acknowledged again. */
    async during(what: string, work: () => Promise<void>, { mustNotFail }: { mustNotFail: boolean }) {
      console.log(`\n${what} …`);
      const spans = await people.during(async () => {
        await work();
        await people.saved(50);
        await wait(2_000);
      });
      const { acknowledged, lost, doubled, unknown } = await compareSaves(cluster, people, since);
      saves.push([what, ...[acknowledged, lost, doubled].map(String)]);
      if (lost + doubled + unknown > 0)
        failures.push(`${what}: ${lost} lost, ${doubled} doubled, ${unknown} that were not sent`);
      for (const [kind, span] of Object.entries(spans)) {
        const failed = failureCount(span);
        console.log(`  ${kind}: ${span.asked}, ${failed} not answered as wanted${failed ? ` (${textOf(span)})` : ''}`);
        const refused = failed ? `${failed}, for ${span.refusedSeconds.toFixed(1)} s` : '0';
        turns.push([what, kind, String(span.asked), refused, span.p50.toFixed(1), span.p95.toFixed(1)]);
        if (mustNotFail && failed > 0) failures.push(`${what}: ${failed} of ${kind} failed`);
      }
      return spans;
    },
    /** The two tables of all steps. */
    tables: () =>
      [
        markdown(['while people worked', 'acknowledged so far', 'lost', 'doubled'], saves),
        markdown(['while people worked', 'what they did', 'times', 'refused', 'p50 ms', 'p95 ms'], turns),
      ].join('\n\n'),
  };
}

export type Trial = ReturnType<typeof createTrial>;
