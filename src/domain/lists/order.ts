/** One part of an order: rows with an equal field are ordered by the next part. A field is never empty. */
export interface OrderKey<Field extends string = string> {
  readonly field: Field;
  readonly descending: boolean;
}

export const NEWEST_FIRST = { field: 'fechaRegistro', descending: true } as const;

/** `orden` is unique and grows: it makes every order of a list total. */
export const withTieBreak = <Field extends string>(sort: OrderKey<Field>): OrderKey<Field | 'orden'>[] => [
  sort,
  { field: 'orden', descending: true },
];

export const MOST_URGENT_FIRST = [
  { field: 'prioridad', descending: false },
  { field: 'visitarDesde', descending: false },
  { field: 'orden', descending: false },
] as const;

type Sortable<Field extends string> = Readonly<Record<Field, string | number | null>>;

export function comparator<Field extends string>(order: readonly OrderKey<Field>[]) {
  return (a: Sortable<Field>, b: Sortable<Field>): number => {
    for (const { field, descending } of order) {
      const [x, y] = [a[field] ?? '', b[field] ?? ''];
      if (x !== y) return x < y === descending ? 1 : -1;
    }
    return 0;
  };
}
