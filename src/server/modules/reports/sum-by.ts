const numberAt = (row: object | undefined, name: string) => (row as Record<string, number> | undefined)?.[name] ?? 0;

/**
 * Rows with the same key as one, in the order of their first: its other values are the first row's, the named ones the sums.
 * A row may lack some of the named values; they count as 0.
 */
export function sumBy<Row extends object, Name extends string>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  names: readonly Name[],
): (Row & Record<Name, number>)[] {
  const sums = new Map<string, Row & Record<Name, number>>();
  for (const row of rows) {
    const known = sums.get(keyOf(row));
    const summed = Object.fromEntries(names.map((name) => [name, numberAt(known, name) + numberAt(row, name)]));
    sums.set(keyOf(row), { ...(known ?? row), ...summed } as Row & Record<Name, number>);
  }
  return [...sums.values()];
}
