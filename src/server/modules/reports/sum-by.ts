/**
 * Rows with the same key as one, in the order of their first: its other values are the first row's, the named ones the sums.
 * A row may lack some of the named values; they count as 0.
 */
export function sumBy<Name extends string, Row extends Readonly<Partial<Record<Name, number>>>>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  names: readonly Name[],
): (Row & Record<Name, number>)[] {
  const sums = new Map<string, Row & Record<Name, number>>();
  for (const row of rows) {
    const known = sums.get(keyOf(row));
    const sumOf = (name: Name): number => (known?.[name] ?? 0) + (row[name] ?? 0);
    // `fromEntries` forgets which names it was given.
    const summed = Object.fromEntries(names.map((name) => [name, sumOf(name)])) as Record<Name, number>;
    sums.set(keyOf(row), { ...(known ?? row), ...summed });
  }
  return [...sums.values()];
}
