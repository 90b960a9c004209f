import { useState } from 'react';

/** Pages of a list in memory, whose length may change. */
export function usePages(total: number, pageSize: number) {
  const [wanted, onChange] = useState(1);
  const page = Math.min(wanted, Math.max(1, Math.ceil(total / pageSize)));
  const offset = (page - 1) * pageSize;
  return {
    offset,
    shown: <Row>(rows: readonly Row[]) => rows.slice(offset, offset + pageSize),
    pager: { page, pageSize, total, onChange },
  };
}
