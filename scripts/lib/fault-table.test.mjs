import { expect, it } from 'vitest';
import { faultTable } from './fault-table.mjs';

it('a line of the table says what is known, and of the rest that it is not', () => {
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
