/** One character (six bits, which two million cedulas share): the key is on the same disk, so a whole tag could be reversed in minutes. */
const CHARACTERS = 1;
/** Extra characters when the kept tag of another vault is a prefix of this one: a collision then has a chance of one in 4,096. */
const FURTHER = 2;

const shared = (one: string, other: string): number => {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
};

export function distinctPrefix(tag: string, others: readonly string[]): string {
  const wanted = others.map((other) => {
    const same = shared(tag, other);
    if (same === 0) return CHARACTERS;
    return same === other.length ? same + FURTHER : same + 1;
  });
  return tag.slice(0, Math.max(CHARACTERS, ...wanted));
}

/** Earlier versions kept whole tags. */
export const findByTag = <E extends { readonly etiqueta: string }>(tag: string, entries: readonly E[]): E | undefined =>
  entries
    .filter(({ etiqueta }) => tag.startsWith(etiqueta))
    .reduce<E | undefined>(
      (best, one) => (best && best.etiqueta.length >= one.etiqueta.length ? best : one),
      undefined,
    );
