/**
 * Rows with the same key as one, in the order of their first: its other values are the first row's, the named ones the sums.
 * A row may lack some of the named values; they count as 0.
 */
export function createSums<Name extends string, Row extends Readonly<Partial<Record<Name, number>>>>(
  keyOf: (row: Row) => string,
  names: readonly Name[],
) {
  const sums = new Map<string, Row & Record<Name, number>>();
  const add = (row: Row) => {
    const key = keyOf(row);
    const sum = sums.get(key);
    if (sum) for (const name of names) (sum as Record<Name, number>)[name] += row[name] ?? 0;
    else
      sums.set(key, {
        ...row,
        // `fromEntries` forgets which names it was given.
        ...(Object.fromEntries(names.map((name) => [name, row[name] ?? 0])) as Record<Name, number>),
      });
  };
  return {
    add(rows: readonly Row[]) {
      for (const row of rows) add(row);
    },
    all: () => [...sums.values()],
  };
}

/** The same of rows that are all there. */
export function sumBy<Name extends string, Row extends Readonly<Partial<Record<Name, number>>>>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  names: readonly Name[],
): (Row & Record<Name, number>)[] {
  const sums = createSums<Name, Row>(keyOf, names);
  sums.add(rows);
  return sums.all();
}
