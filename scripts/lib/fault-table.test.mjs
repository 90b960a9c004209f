import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { faultTable, madeBy } from './fault-table.mjs';
import { root } from './run.mjs';

it('a row shows the known values and marks the missing ones', () => {
  const table = faultTable([
    {
      ...{ fault: 'killed', what: 'SIGKILL', acknowledged: 12, lost: 0, doubled: 0, refused: '503 ×3' },
      ...{ worksAfter: 1.234, health: 20.6, live: 3.2 },
    },
    { fault: 'full', what: 'not provoked', refused: '' },
  ]);
  expect(table.split('\n').slice(2)).toEqual([
    '| killed | SIGKILL | 12 | 0 | 0 | 503 ×3 | 1.2 s | 21 ms | 3 ms |',
    '| full | not provoked | – | – | – | – | – | – | – |',
  ]);
});

it('the sentence above the table in docs/reliability.md equals the generated one', () => {
  const [, made] = /<!-- faults -->\n\n(.+)\n/.exec(readFileSync(join(root, 'docs/reliability.md'), 'utf8')) ?? [];
  const [, day, minutes, node, postgres, cores] =
    /(\S+), (\d+) minutes: Node (\S+), (.+), (\d+) cores\.$/.exec(made) ?? [];
  expect(made).toBe(madeBy({ day, minutes, node, postgres, cores }));
});
