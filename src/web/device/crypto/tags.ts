/**
 * A vault is found by the cedula that somebody types. What lies on the disk for that is the beginning of a tag alone: the key of the tag
 * lies beside it, and ten digits are tried in minutes, also behind a slow derivation wherever there is a list of the staff. Six bits leave
 * a cedula one of two million.
 */
const CHARACTERS = 1;
/** Where the beginning is that of another vault too, so much more: those whose whole tag goes on like that are one in 4,096. */
const FURTHER = 2;

const shared = (one: string, other: string): number => {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
};

/** What of a tag is kept beside others: enough that each is found by its own. */
export function keptOf(tag: string, others: readonly string[]): string {
  const wanted = others.map((other) => {
    const same = shared(tag, other);
    if (same === 0) return CHARACTERS;
    return same === other.length ? same + FURTHER : same + 1;
  });
  return tag.slice(0, Math.max(CHARACTERS, ...wanted));
}

/** Whose it may be: the one of whom most is kept, and whose kept beginning it is. Earlier versions kept tags whole. */
export const foundBy = <E extends { readonly etiqueta: string }>(tag: string, entries: readonly E[]): E | undefined =>
  entries
    .filter(({ etiqueta }) => tag.startsWith(etiqueta))
    .reduce<E | undefined>(
      (best, one) => (best && best.etiqueta.length >= one.etiqueta.length ? best : one),
      undefined,
    );
