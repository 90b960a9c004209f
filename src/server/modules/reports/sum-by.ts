/** Sums the named values of rows with the same key, in the order of first appearance; other values are those of the first row. */
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

export function sumBy<Name extends string, Row extends Readonly<Partial<Record<Name, number>>>>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  names: readonly Name[],
): (Row & Record<Name, number>)[] {
  const sums = createSums<Name, Row>(keyOf, names);
  sums.add(rows);
  return sums.all();
}
