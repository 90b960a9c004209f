function addTo<Name extends string>(
  sum: Record<Name, number>,
  row: Readonly<Partial<Record<Name, number>>>,
  names: readonly Name[],
) {
  for (const name of names) sum[name] += row[name] ?? 0;
}

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
    const key = keyOf(row);
    const known = sums.get(key);
    // `fromEntries` forgets which names it was given.
    if (!known)
      sums.set(key, {
        ...row,
        ...(Object.fromEntries(names.map((name) => [name, row[name] ?? 0])) as Record<Name, number>),
      });
    else addTo(known, row, names);
  }
  return [...sums.values()];
}
